import type { Platform } from '@postloom/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { postMessages } from '#lib/contract-data.ts';
import { PlatformCheckboxes } from './components/platform-checkboxes.tsx';

const sentence = postMessages.reconnectRequired('LinkedIn');

function show(value: readonly Platform[]) {
  const onChange = vi.fn();
  const onConnect = vi.fn();
  render(
    <PlatformCheckboxes
      value={value}
      connected={new Set<Platform>(['instagram'])}
      waiting={new Set<Platform>(['linkedin'])}
      connecting={null}
      onChange={onChange}
      onConnect={onConnect}
    />,
  );
  return { onChange, onConnect };
}

describe('the platforms of a post or schedule', () => {
  it('offer an account that must be reconnected, with the way to do it; one without an account cannot be chosen', () => {
    const { onChange, onConnect } = show(['instagram']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Facebook' }));
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('checkbox', { name: 'LinkedIn' }));
    expect(onChange).toHaveBeenCalledWith(['instagram', 'linkedin']);
    expect(screen.queryByText(sentence)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Reconnect LinkedIn' }));
    expect(onConnect).toHaveBeenCalledWith('linkedin');
  });

  it('say once it is chosen that its posts wait', () => {
    show(['instagram', 'linkedin']);
    expect(screen.getByRole('status').textContent).toBe(sentence);
  });
});
