import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.ts';
import { tcpFaultProxy } from './tcp-fault-proxy.ts';
import type { TcpFaultProxy } from './tcp-fault-proxy.ts';

describe('tcp fault proxy', () => {
  let proxy: TcpFaultProxy;
  let client: Socket;
  let answers: string;
  let errors: string[];
  const echo = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket));

  beforeEach(async () => {
    if (!echo.listening) {
      await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    }
    echo.unref();
    proxy = await tcpFaultProxy({ port: (echo.address() as AddressInfo).port });
    open();
  });

  afterEach(async () => {
    client.destroy();
    await proxy.close();
  });

  const open = (): void => {
    answers = '';
    errors = [];
    client = connect(proxy.port, '127.0.0.1');
    client.on('data', (data) => {
      answers += data.toString();
    });
    client.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''));
  };
  const answered = (text: string): Promise<void> =>
    eventually(`the answer is ${text}`, () => expect(answers).toBe(text));

  it('carries bytes both ways', async () => {
    client.write('hello');
    await answered('hello');
  });

  it('cuts, and refuses until it is healed', async () => {
    client.write('a');
    await answered('a');
    proxy.cut();
    await eventually('the line is reset', () => expect(errors).toContain('ECONNRESET'));
    open();
    client.write('b');
    await eventually('new lines are refused', () => expect(client.destroyed).toBe(true));
    proxy.heal();
    open();
    client.write('c');
    await answered('c');
  });

  it('freezes: the line stands and nothing arrives until it is healed', async () => {
    client.write('a');
    await answered('a');
    proxy.freeze();
    client.write('b');
    await eventually('the bytes have reached the proxy', () => expect(client.writableLength).toBe(0));
    expect(answers).toBe('a');
    expect(errors).toEqual([]);
    proxy.heal();
    await answered('ab');
  });

  it('delays every chunk', async () => {
    proxy.delay(60);
    const from = performance.now();
    client.write('late');
    await answered('late');
    expect(performance.now() - from).toBeGreaterThan(110);
  });

  it('throttles', async () => {
    proxy.throttle(50_000);
    const from = performance.now();
    client.write('x'.repeat(10_000));
    await eventually('all has come', () => expect(answers).toHaveLength(10_000));
    expect(performance.now() - from).toBeGreaterThan(350);
  });
});
