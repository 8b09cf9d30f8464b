import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AiProvider } from '@postloom/contracts';

/** What the stand-in says, whichever protocol it is asked in. */
export type Said =
  /** The body of the response, as it is. */
  | { readonly body: string }
  /** What the model gives in the place of the JSON that was asked for. */
  | { readonly text: string }
  /** The JSON that was asked for. */
  | { readonly value: unknown }
  /** A call of a tool that nobody has. */
  | { readonly calls: string };

/** A stand-in for all three providers that says what a test puts in, until it puts in something else. */
export interface ThreeProviders {
  readonly env: Record<string, string>;
  says(said: Said): void;
  close(): void;
}

function openAiBody(said: Exclude<Said, { body: string }>): object {
  const call =
    'calls' in said ? [{ id: 't', type: 'function', function: { name: said.calls, arguments: '{}' } }] : null;
  const content = 'text' in said ? said.text : 'value' in said ? JSON.stringify(said.value) : null;
  return {
    choices: [
      {
        index: 0,
        finish_reason: call ? 'tool_calls' : 'stop',
        message: { role: 'assistant', content, tool_calls: call },
      },
    ],
  };
}

function anthropicBody(said: Exclude<Said, { body: string }>): object {
  const tool = (name: string, input: unknown) => ({ type: 'tool_use', id: 't', name, input });
  const content =
    'text' in said
      ? { type: 'text', text: said.text }
      : 'value' in said
        ? tool('write_caption', said.value)
        : tool(said.calls, {});
  return { type: 'message', stop_reason: 'text' in said ? 'end_turn' : 'tool_use', content: [content] };
}

export async function startThreeProviders(): Promise<ThreeProviders> {
  let said: Said = { body: '{}' };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.on('error', () => undefined); // who has read enough hangs up
      response.setHeader('content-type', 'application/json');
      if ('body' in said) {
        response.end(said.body);
      } else {
        const isAnthropic = request.url?.endsWith('/messages') === true;
        response.end(JSON.stringify(isAnthropic ? anthropicBody(said) : openAiBody(said)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names: readonly string[] = ['OPENAI', 'ANTHROPIC', 'XAI'];
  return {
    env: Object.fromEntries(
      names.flatMap((name) => [
        [`${name}_API_KEY`, 'x'],
        [`${name}_BASE_URL`, url],
      ]),
    ),
    says: (next) => {
      said = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const allProviders: readonly AiProvider[] = ['openai', 'anthropic', 'grok'];
