import type { Child } from 'hono/jsx';
import { assetPath } from '../assets.ts';
import { sitePath, type Site } from '../site.ts';
import { viewBoxOf, type MapFrame } from './map-frame.ts';

interface WorldMapProps {
  readonly site: Site;
  readonly frame: MapFrame;
  /** What the map shows, in words. */
  readonly label: string;
  /** What is drawn below the coasts. */
  readonly below?: Child;
  /** What is drawn above them. */
  readonly children?: Child;
  readonly class?: string;
}

/** Each 30 degrees. */
const graticule =
  [60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660].map((x) => `M${x} 0V360`).join('') +
  [60, 120, 180, 240, 300].map((y) => `M0 ${y}H720`).join('');

/** A map of the world or a part of it, in an equirectangular projection. */
export function WorldMap({ site, frame, label, below, children, ...props }: WorldMapProps) {
  const land = assetPath(frame.middle === 0 ? 'land-0.svg' : 'land-180.svg');
  return (
    <svg
      class={['map', props.class].filter(Boolean).join(' ')}
      viewBox={viewBoxOf(frame)}
      role="img"
      aria-label={label}
    >
      <rect class="water" width="720" height="360" />
      <path class="graticule" d={graticule} />
      {below}
      <image href={sitePath(site, `/${land}`)} width="720" height="360" />
      {children}
    </svg>
  );
}
