import type { ResponseRoute } from '../model/record.ts';
import { direct } from './direct.ts';
import { embedded } from './embedded.ts';
import { rdf } from './rdf-document.ts';
import type { Route } from './route.ts';

/** All routes; JSON may turn out to be OGC API Records. */
export const routes = { direct, embedded, rdf } satisfies Record<ResponseRoute, Route>;
