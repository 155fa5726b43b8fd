// Makes the assets of the web pages (style sheet, scripts and pictures of the land) and the style
// of HTML reports.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { geoEquirectangular, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);

/** @typedef {Parameters<typeof feature>[0]} Topology */

/** The longitudes in the middle of the maps: the Atlantic and the Pacific. */
const middles = [0, 180];

/**
 * @param {URL} src the folder of the sources
 * @param {URL} dist the folder of what is built
 */
export async function buildAssets(src, dist) {
  const source = new URL('serve/', src);
  const target = new URL('serve/assets/', dist);
  mkdirSync(target, { recursive: true });
  for (const middle of middles) {
    const file = new URL(`land-${middle}.svg`, target);
    // Depends only on the version of the data.
    if (!existsSync(file)) writeFileSync(file, landSvg(middle));
  }
  copyFileSync(new URL('assets/icon.svg', source), new URL('icon.svg', target));
  await build({
    entryPoints: {
      site: fileURLToPath(new URL('browser/site.ts', source)),
      // The editor is large, and only its page loads it.
      query: fileURLToPath(new URL('browser/query/query.ts', source)),
    },
    outdir: fileURLToPath(target),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  await build({
    entryPoints: {
      'serve/assets/site': fileURLToPath(new URL('assets/site.css', source)),
      'render/report-parts/report': fileURLToPath(new URL('render/report-parts/report.css', src)),
    },
    outdir: fileURLToPath(dist),
    bundle: true,
    minify: true,
    // Nested rules are flattened for browsers that do not support them.
    target: ['chrome100', 'firefox100', 'safari15'],
    logLevel: 'warning',
  });
}

/**
 * The land, in an equirectangular projection of 720 by 360, in the colours of the theme.
 * @param {number} middle the longitude in the middle
 */
function landSvg(middle) {
  const file = require.resolve('world-atlas/land-110m.json');
  const world = /** @type {Topology} */ (JSON.parse(readFileSync(file, 'utf8')));
  const { land } = world.objects;
  if (land === undefined) throw new Error(`${file} has no land`);
  const projection = geoEquirectangular()
    .rotate([-middle, 0])
    .scale(720 / (2 * Math.PI))
    .translate([360, 180]);
  const path = geoPath(projection).digits(1)(feature(world, land));
  // Coasts stay visible above the colours of a map.
  const style =
    'path{fill:#17212b;fill-opacity:.1;stroke:#6d7b80;stroke-width:.6}' +
    '@media(prefers-color-scheme:dark){path{fill:#e7ecf0;stroke:#8796a1}}';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 360"><style>${style}</style>` +
    `<path d="${path}"/></svg>\n`
  );
}
