import { serve } from '../web/loopback.ts';
import { OaiRepository, type RepositoryBehaviour } from '../support/oai-repository.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

/** A repository, and the catalogue into which it is harvested; both have the same clock. */
export interface HarvestedRepository {
  readonly repository: OaiRepository;
  readonly again: Again;
  readonly base: string;
}

/** @param source overrides settings of the source, which may lose all of its records at once */
export async function harvestRepository(
  behaviour: Partial<RepositoryBehaviour> = {},
  source: object = {},
): Promise<HarvestedRepository> {
  const time: { now: () => Date } = { now: () => new Date(0) };
  const repository = new OaiRepository(() => time.now(), behaviour);
  const base = `${await serve(repository.listener)}/oai`;
  const again = harvestAgain({ oai: base, maxRemovedShare: 1, ...source });
  time.now = again.time.now;
  return { repository, again, base };
}

/** The identifier of a record that `fill` makes. */
export function id(number: number): string {
  return `oai:repo.example:${number}`;
}

/** The titles of the records that a repository has, by identifier. */
export function present({ titles }: OaiRepository): ReadonlyMap<string, string> {
  return titles;
}

/** Fills a repository with records `1`, `2`, …, each a minute after the other. */
export function fill({ repository, again }: HarvestedRepository, count: number): void {
  for (let number = 1; number <= count; number += 1) {
    repository.put(id(number), `Peat ${number}`);
    again.time.pass(1 / 60);
  }
}

/** The titles of the harvested records by the identifiers in their URLs. */
export async function titlesIn(again: Again): Promise<ReadonlyMap<string, string>> {
  return again.read(async (store) => {
    const titles = new Map<string, string>();
    for await (const { url } of store.documents()) {
      const identifier = new URL(url).searchParams.get('identifier') ?? url;
      for (const { record } of await store.find(url)) {
        titles.set(identifier, record.describes[0]?.name ?? '');
      }
    }
    return titles;
  });
}
