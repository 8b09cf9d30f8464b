import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import type { DemoScene } from '../demo-week.ts';

const scenes: Record<DemoScene, ReactNode> = {
  loaf: (
    <>
      <path fill="#efd3a0" d="M0 0h64v64H0z" />
      <path fill="#d9ad6c" d="M0 46h64v18H0z" />
      <ellipse cx="32" cy="50" rx="25" ry="4" fill="#8a5a2b" opacity="0.35" />
      <path fill="#a35f24" d="M8 40c0-12 10-20 24-20s24 8 24 20c0 7-6 9-24 9S8 47 8 40" />
      <path fill="#c47c35" d="M11 37c1-9 9-15 21-15s20 6 21 15c-3-7-10-11-21-11s-18 4-21 11" />
      <g fill="none" stroke="#f6e3bf" strokeWidth="2.6" strokeLinecap="round">
        <path d="m20 28 5 13M30 25l5 15M41 27l4 12" />
      </g>
    </>
  ),
  cup: (
    <>
      <path fill="#c8d5ec" d="M0 0h64v64H0z" />
      <circle cx="32" cy="34" r="22" fill="#fbf8f3" />
      <circle cx="32" cy="34" r="22" fill="none" stroke="#2b4c8c" strokeOpacity="0.2" strokeWidth="2" />
      <circle cx="30" cy="34" r="14" fill="#fff" stroke="#b9c4de" strokeWidth="2" />
      <circle cx="30" cy="34" r="10.5" fill="#8a5a2b" />
      <path fill="#f6e3bf" d="M30 42c-5-3-7-7-5-10 2-2 4-1 5 1 1-2 3-3 5-1 2 3 0 7-5 10" />
      <path d="M44 30c5 0 6 8 0 8" fill="none" stroke="#b9c4de" strokeWidth="3" strokeLinecap="round" />
      <path d="M50 12 60 6" stroke="#2b4c8c" strokeWidth="2.5" strokeLinecap="round" opacity="0.4" />
    </>
  ),
  shop: (
    <>
      <path fill="#e7b5a2" d="M0 0h64v64H0z" />
      <path fill="#fbf3e6" d="M10 26h44v32H10z" />
      <path fill="#2e6b48" d="M16 36h14v14H16z" />
      <path fill="#f2c14e" d="M17.5 37.500h11v11h-11z" />
      <path fill="#2b4c8c" d="M36 34h12v24H36z" />
      <circle cx="45" cy="47" r="1.2" fill="#f2c14e" />
      <path fill="#b5342b" d="M6 16h52l2 12H4z" />
      <path fill="#fbf3e6" d="M14.700 16h8.600l-.9 12h-9.600zM32 16h8.700l1.300 12H32zM49.300 16H58l2 12h-8.700z" />
      <path fill="#8a3a2a" d="M0 58h64v6H0z" opacity="0.5" />
    </>
  ),
  croissant: (
    <>
      <path fill="#d5e4d6" d="M0 0h64v64H0z" />
      <ellipse cx="32" cy="44" rx="24" ry="7" fill="#2e6b48" opacity="0.16" />
      <path fill="#c98336" d="M6 42c2-14 12-23 26-23s24 9 26 23c-4 4-8 2-10-2-3-6-8-9-16-9s-13 3-16 9c-2 4-6 6-10 2" />
      <path fill="#e0a557" d="M20 24c4-3 8-5 12-5s8 2 12 5l-4 8c-2-1-5-1-8-1s-6 0-8 1z" />
      <g fill="none" stroke="#9a5a1e" strokeWidth="1.8" strokeLinecap="round">
        <path d="m20 24 4 8M44 24l-4 8M11 31l6 6M53 31l-6 6M32 19v12" />
      </g>
    </>
  ),
  wheat: (
    <>
      <path fill="#f5e6c4" d="M0 0h64v64H0z" />
      <circle cx="48" cy="16" r="9" fill="#f2b632" />
      <g fill="none" stroke="#9a6700" strokeWidth="2" strokeLinecap="round">
        <path d="M24 62c0-18 2-32 6-44M40 62c0-12 0-22-2-32" />
      </g>
      <g fill="#c28a1c">
        <ellipse cx="30" cy="14" rx="3" ry="6" transform="rotate(16 30 14)" />
        <ellipse cx="23" cy="24" rx="2.800" ry="5.500" transform="rotate(-24 23 24)" />
        <ellipse cx="33" cy="25" rx="2.800" ry="5.500" transform="rotate(48 33 25)" />
        <ellipse cx="21" cy="36" rx="2.800" ry="5.500" transform="rotate(-26 21 36)" />
        <ellipse cx="31" cy="37" rx="2.800" ry="5.500" transform="rotate(46 31 37)" />
        <ellipse cx="38" cy="26" rx="2.600" ry="5" transform="rotate(-4 38 26)" />
        <ellipse cx="44" cy="36" rx="2.600" ry="5" transform="rotate(38 44 36)" />
        <ellipse cx="35" cy="38" rx="2.600" ry="5" transform="rotate(-34 35 38)" />
      </g>
    </>
  ),
  cake: (
    <>
      <path fill="#e2cfe2" d="M0 0h64v64H0z" />
      <ellipse cx="32" cy="53" rx="24" ry="4.500" fill="#fff" />
      <path fill="#8a4a2b" d="M14 34h36v16H14z" />
      <path fill="#fbf3e6" d="M14 40h36v4H14z" />
      <path
        fill="#fbe4e1"
        d="M12 28c0-4 4-5 8-5h24c4 0 8 1 8 5v7c0 4-5 4-5 0 0 5-6 5-6 0 0 7-7 7-7 0 0 4-5 4-5 0 0 6-7 6-7 0 0 4-5 4-5 0 0 3-5 3-5-1z"
      />
      <circle cx="24" cy="20" r="4" fill="#b5342b" />
      <circle cx="33" cy="18" r="4" fill="#97281f" />
      <circle cx="41" cy="20" r="4" fill="#b5342b" />
      <path d="M33 14c1-4 3-6 6-7" stroke="#2e6b48" strokeWidth="1.800" fill="none" strokeLinecap="round" />
    </>
  ),
  table: (
    <>
      <path fill="#bcd7d0" d="M0 0h64v64H0z" />
      <path
        fill="#2b4c8c"
        d="M4 8h56v9c0 4-8 4-8 0 0 4-8 4-8 0 0 4-8 4-8 0 0 4-8 4-8 0 0 4-8 4-8 0 0 4-8 4-8 0 0 4-8 4-8 0z"
      />
      <path d="M8 18v30M56 18v30" stroke="#6b4a2a" strokeWidth="2.500" />
      <path fill="#8a5a2b" d="M4 44h56v5H4z" />
      <path fill="#fbf3e6" d="M6 49h52v15H6z" />
      <ellipse cx="19" cy="41" rx="8" ry="5" fill="#a35f24" />
      <ellipse cx="31" cy="40" rx="6" ry="6" fill="#c47c35" />
      <path fill="#b5342b" d="M40 33h6v11h-6z" />
      <path fill="#f2b632" d="M48 35h6v9h-6z" />
    </>
  ),
};

/** A picture of the demo week, drawn in the brand's dyes. */
export function DemoPicture({ scene, className }: { scene: DemoScene; className?: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      preserveAspectRatio="xMidYMid slice"
      className={cn('rounded-control', className)}
      aria-hidden="true"
    >
      {scenes[scene]}
    </svg>
  );
}
