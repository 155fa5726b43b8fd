import { fileURLToPath } from 'node:url';

/** The folder with a page for each kind of problem: shipped with the package, beside `dist/`. */
export const problemPages = fileURLToPath(new URL('../../docs/problems/', import.meta.url));
