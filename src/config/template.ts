import { readFileSync } from 'node:fs';

/** Shipped with the package, beside `dist/`. */
const template = new URL('../../config/template.yaml', import.meta.url);

/** The commented configuration to start from: every option with its default and its meaning. */
export function configTemplate(): string {
  return readFileSync(template, 'utf8');
}
