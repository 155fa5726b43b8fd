import type { WrittenImage } from './image/image-files.ts';
import type { QueryControl, QueryRequest } from './queries.ts';

/** What answers queries over a catalogue. */
export interface GraphEngine {
  query(request: QueryRequest, control?: QueryControl): Promise<string>;
  /** See `CatalogueStore.keepImages`. */
  keepImages(options?: EngineKeepOptions): Promise<readonly WrittenImage[]>;
  /** Lets go of the catalogue; a later query takes it up again. */
  close(): Promise<void>;
}

export interface EngineKeepOptions extends KeepImagesOptions {
  /** How many the catalogue has; by default enough. */
  readonly statements?: number;
}

export interface KeepImagesOptions {
  /** Whether what is not in memory is read for it, if it is not little; otherwise only what a query had to read is worth an image. */
  readonly fill?: boolean;
  /** What has fewer statements is read as fast without; 100,000 by default. */
  readonly leastStatements?: number;
  readonly signal?: AbortSignal | undefined;
}
