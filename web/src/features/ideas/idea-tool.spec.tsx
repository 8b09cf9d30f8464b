import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bakeryTemplate } from '#data/testing/industry-template.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import IdeaTool from './components/idea-tool.tsx';

const fetched = stubbedFetch();
const [first = '', second = '', third = ''] = bakeryTemplate.captionIdeas;

beforeEach(() => {
  // A day on which the list begins with its first idea.
  vi.spyOn(Date, 'now').mockReturnValue(0);
  fetched.mockImplementation(() => Promise.resolve(Response.json([bakeryTemplate])));
});

/** The caption box of the composer. */
function Box({ start }: { start: string }) {
  const [text, setText] = useState(start);
  return (
    <QueryClientProvider client={createQueryClient()}>
      <textarea id="caption" aria-label="Caption" value={text} onChange={(event) => setText(event.target.value)} />
      <IdeaTool industry="restaurant" value={text} onChange={setText} box="caption" />
    </QueryClientProvider>
  );
}

const caption = () => screen.getByRole('textbox', { name: 'Caption' });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
async function open(start = '') {
  render(<Box start={start} />);
  press(start === '' ? 'Need an idea?' : 'Ideas and hashtags');
  await screen.findByRole('heading', { name: 'Ideas for Restaurant & Food' });
}

describe('the ideas beside a caption', () => {
  it('are not fetched before somebody asks for one', async () => {
    render(<Box start="" />);
    expect(fetched).not.toHaveBeenCalled();
    const button = screen.getByRole('button', { name: 'Need an idea?' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(button);
    expect(await screen.findByText(first)).toBeInTheDocument();
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(String(fetched.mock.calls[0]?.[0])).toMatch(/\/api\/industry-templates\?industry=restaurant$/);
  });

  it('come one at a time, and begin again after the last', async () => {
    await open();
    for (const idea of [second, third, first]) {
      press('Another idea');
      expect(screen.getByText(idea).closest('[aria-live=polite]')).not.toBeNull();
      expect(bakeryTemplate.captionIdeas.filter((one) => screen.queryByText(one))).toEqual([idea]);
    }
  });

  it('stay in sight while the caption is written, and never become it', async () => {
    await open();
    press('Another idea');
    press('Use this idea');
    expect(caption()).toHaveFocus();
    expect(caption()).toHaveValue('');
    expect(screen.getByText(second)).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /^Ideas for/ })).toBeNull();
    press('Put this idea away');
    expect(screen.queryByText(second)).toBeNull();
  });

  it('offer a caption to start from while there is none, and replace no words of one’s own', async () => {
    await open();
    expect(screen.getByText('Goes well with: A loaf, cut.')).toBeInTheDocument();
    press('Another caption');
    press('Use this caption');
    expect(caption()).toHaveValue('Still warm.');
    expect(caption()).toHaveFocus();
    press('Ideas and hashtags');
    await screen.findByRole('heading', { name: /^Ideas for/ });
    expect(screen.queryByRole('button', { name: 'Use this caption' })).toBeNull();
  });

  it('put a set of hashtags into the text, exchange it and take it out', async () => {
    await open('Fresh');
    const sets = within(screen.getByRole('region', { name: 'Hashtags people in your trade use' }));
    const bread = sets.getByRole('button', { name: /^Bread/ });
    fireEvent.click(bread);
    expect(caption()).toHaveValue('Fresh\n\n#bread #sourdough');
    expect(bread).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(sets.getByRole('button', { name: /^Cake/ }));
    expect(caption()).toHaveValue('Fresh\n\n#cake #baking');
    expect(bread).toHaveAttribute('aria-pressed', 'false');
    fireEvent.click(sets.getByRole('button', { name: /^Cake/ }));
    expect(caption()).toHaveValue('Fresh');
  });

  it('say that they could not be read, and are asked for again', async () => {
    fetched.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
    render(<Box start="" />);
    press('Need an idea?');
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(first)).toBeInTheDocument();
  });
});
