import { describe, expect, it } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import { screens } from '../app/routes.ts';
import { handlingOf } from './handling.ts';

const origin = 'https://postloom.example';
const asked = (path: string, mode = 'navigate', method = 'GET') =>
  handlingOf({ url: new URL(path, origin).href, mode, method }, origin);

describe('the service worker', () => {
  it('opens the screens of members, and no page for visitors or for whoever has its link', () => {
    for (const { path, audience } of screens.filter(({ path: one }) => one !== '/')) {
      expect([path, asked(path)]).toEqual([path, audience === 'members' ? 'screen' : 'none']);
    }
    expect([asked('/'), asked('/schedule/?view=list'), asked('/shared-report?token=x')]).toEqual([
      'screen',
      'screen',
      'none',
    ]);
  });

  it('answers no call, whichever it is and however it is made', () => {
    for (const { method, path } of Object.values(routes)) {
      expect(asked(path, 'cors', method)).toBe('none');
      expect(asked(path, 'navigate', method)).toBe(path === '/api/logout' ? 'leave' : 'none');
    }
    expect(asked('/objects/photo.jpg', 'no-cors')).toBe('none');
    expect(asked('/schedule', 'navigate', 'POST')).toBe('none');
  });

  it('keeps files of builds, and nothing of another site', () => {
    expect([asked('/assets/app-1.js', 'cors'), asked('/fonts/a.woff2', 'cors')]).toEqual(['code', 'code']);
    expect(asked('/health/live', 'cors')).toBe('none');
    expect(asked('https://cdn.example/assets/app-1.js', 'cors')).toBe('none');
    expect(asked('https://elsewhere.example/schedule')).toBe('none');
  });
});
