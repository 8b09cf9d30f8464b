import type { Business } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aBakery, aStudio } from '#data/testing/businesses.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { Shell } from './shell.tsx';

const fetched = stubbedFetch();

function show(businesses: readonly Business[]) {
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses }}>
        <Shell
          switcher={(wide) => <p>{wide ? 'wide' : 'compact'} switcher</p>}
          onSearch={() => undefined}
          onBilling={() => undefined}
        >
          <h1>Dashboard</h1>
        </Shell>
      </PageContextProvider>
    </QueryClientProvider>,
  );
}

it('switches on a phone from the header itself, where there is another business', () => {
  show([aBakery, aStudio]);
  expect(screen.getByText('compact switcher').parentElement).not.toHaveClass('hidden');
});

it('has no switcher in the header of a phone for who has one business', () => {
  show([aBakery]);
  expect(screen.getByText('compact switcher').parentElement).toHaveClass('hidden', 'md:block');
});
