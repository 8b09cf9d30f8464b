import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, fetchProduct } from './app/app.tsx';
import { isOpenedByDevice } from './app/device-data.ts';
import { reportClientError, reportUncaught } from './app/error-reports.ts';
import { reloadOnMissingCode } from './app/new-version.ts';
import { beginPageBusiness } from './app/page-business.ts';
import { takeSignedInData } from './app/signed-in-data.ts';
import { currentUserQuery } from './features/account/api/current-user.ts';
import { createQueryClient } from './lib/api/index.ts';
import './ui/styles.css';

reloadOnMissingCode();
reportUncaught();
const client = createQueryClient();
beginPageBusiness();
takeSignedInData(client);
function begin(): void {
  // Where the page does not say it: asked before React starts, so that the answer is on its way while the page builds itself.
  void client.prefetchQuery(currentUserQuery);

  const root = document.getElementById('root');
  if (!root) {
    throw new Error('index.html has no #root');
  }
  const reactRoot = createRoot(root, {
    onUncaughtError: (error) => reportClientError('render', error),
    onCaughtError: (error) => reportClientError('render', error),
  });
  // Rendered like this it gives way to the browser every few milliseconds.
  const render = () =>
    startTransition(() =>
      reactRoot.render(
        <StrictMode>
          <App client={client} />
        </StrictMode>,
      ),
    );
  if (client.getQueryData(currentUserQuery.queryKey)) {
    void fetchProduct(location.pathname).then(render);
  } else {
    render();
  }
}

if (isOpenedByDevice()) {
  // Not awaited in the module itself, which would split the bundles of every page. Without a server: first what the person saw last. A device without the code for it waits for the server.
  void import('./app/device/open-seen.ts')
    .then(async ({ catchUp, openSeen }) => {
      await openSeen(client);
      void catchUp(client);
    })
    .catch(() => undefined)
    .then(begin);
} else {
  begin();
}
