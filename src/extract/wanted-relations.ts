import { signpostingRelations } from '../model/typed-link.ts';

/** Link relations that matter whatever the type of the target. */
export const tellingRelations: readonly string[] = [...signpostingRelations, 'next'];

/** All link relations that are read; alternates matter only as RDF. */
export const wantedRelations: ReadonlySet<string> = new Set([...tellingRelations, 'alternate']);
