// Empties dist/, so that a file whose source is gone is not shipped.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist/', import.meta.url), { recursive: true, force: true });
