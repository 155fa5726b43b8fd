import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Transcript } from '../../src/distributed/transcript.ts';
import type { VisitEvent } from '../../src/pipeline/visit.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-transcript-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An event with a text of a length. */
function eventOf(number: number, characters: number): VisitEvent {
  // Node 24 splits lines at these as well.
  const url = `http://h/\u2028\u2029${'é\n'.repeat(characters / 2)}`;
  return {
    kind: 'derived',
    outcome: { kind: 'skipped', url, reason: 'template', types: `${number}` },
  };
}

async function eventsOf(transcript: Transcript): Promise<readonly VisitEvent[]> {
  const events: VisitEvent[] = [];
  for await (const event of transcript.events()) events.push(event);
  return events;
}

describe('the events of a visit', () => {
  it('are kept in a file of their own where they are many, until they were read', async () => {
    const folder = emptyFolder();
    const transcript = new Transcript(folder);
    const all = Array.from({ length: 12 }, (_, number) => eventOf(number, 1_000_000));
    for (const event of all) await transcript.add(JSON.stringify([event]), 1);
    expect(transcript.count).toBe(12);
    expect(transcript.characters).toBeLessThan(4_200_000);
    const [file = ''] = readdirSync(folder);
    // Only their owner may read what may not be public.
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(await eventsOf(transcript)).toEqual(all);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leave no file behind when they are not needed', async () => {
    const folder = emptyFolder();
    const transcript = new Transcript(folder);
    await transcript.add(JSON.stringify([eventOf(0, 5_000_000)]), 1);
    expect(readdirSync(folder)).toHaveLength(1);
    await transcript.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('end the run where they cannot be kept', async () => {
    const transcript = new Transcript(join(emptyFolder(), 'missing'));
    const part = JSON.stringify([eventOf(0, 5_000_000)]);
    await expect(transcript.add(part, 1)).rejects.toThrow(/temporary folder .*ENOENT/u);
  });
});
