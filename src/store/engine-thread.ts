import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  plainFault,
  reasonOf,
  type EngineAnswer,
  type EnginePlace,
  type EngineTask,
  type KeepTask,
} from './engine-answer.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import { exhausted, isExhaustion } from './ask-engine.ts';
import type { Engine } from './engine.ts';
import { openEngineMemories } from './image/engine-memories.ts';
import { ImageFault } from './image/image-fault.ts';
import { imageFile, imagesOf, isRefusal, type ImageName } from './image/image-files.ts';
import { ImageReading } from './image/image-reading.ts';
import type { QueryDataset, QueryRequest } from './queries.ts';
import { ThreadEnd, ThreadEnding } from './thread-end.ts';

/** What a thread is made with. */
export interface EngineThreadData {
  /** Of its `ThreadEnd`. */
  readonly memory: SharedArrayBuffer;
}

// Only an EngineThread has these as its data, and a port to its parent.
const { memory } = workerData as EngineThreadData;
const port = parentPort;
const threadEnd = new ThreadEnd(memory);
let memories = await openEngineMemories();
// Nothing until here is a native module, or has loaded one.
threadEnd.goElsewhere();
// An image can be read meanwhile.
const loading = import('./engine.ts');
let place: EnginePlace | undefined;
let expected: QueryDataset | undefined;
let reading: ImageReading | undefined;
let engine: Engine | undefined;
let isEnding = false;

/**
 * @param wanted the images that it is opened for
 * @throws {ThreadEnding} where the thread is to end
 */
async function openEngine(wanted: readonly ImageName[]): Promise<Engine> {
  const loaded = await loading;
  await giveUpUnless(wanted);
  if (isEnding) throw new ThreadEnding();
  if (place === undefined) throw new TypeError('The thread was asked before it had a catalogue.');
  const { path } = place;
  const compute = threadEnd.compute.bind(threadEnd);
  return (engine ??= new loaded.Engine({ path, memories, reading, compute }));
}

/**
 * What was read ahead may be none of those that are wanted now; then nothing else can be put into what it was read into. So it is, too, for
 * an engine that was opened for a query which turned out to be none.
 */
async function giveUpUnless(wanted: readonly ImageName[]): Promise<void> {
  if (reading === undefined || isWanted(reading, wanted)) return;
  const [unwanted, opened] = [reading, engine];
  reading = engine = undefined;
  await unwanted.close();
  await opened?.close();
  memories = await openEngineMemories();
}

function isWanted({ image, path }: ImageReading, wanted: readonly ImageName[]): boolean {
  return path === place?.path && place.images.includes(image) && wanted.includes(image);
}

/** Begins to read the image that the first query will be asked of, as soon as that is known. */
function readAhead(): void {
  if (expected === undefined || place === undefined) return;
  if (engine !== undefined || reading !== undefined) return;
  const { path, images } = place;
  const image = imagesOf(expected).find(
    (each) => images.includes(each) && existsSync(imageFile(path, each)),
  );
  if (image === undefined) return;
  const { graphs, scratch } = memories;
  if (!graphs.isKeepable) return;
  reading = new ImageReading(image, path, graphs);
  // What it throws is thrown again by what comes next; and it begins when the first pieces have been asked for.
  void reading.opened.then(() => scratch.practiseCounting()).catch(() => undefined);
}

async function answer(request: QueryRequest): Promise<void> {
  try {
    const images = imagesOf(request.dataset);
    const opened = await openEngine(images);
    opened.check(request);
    send({ kind: 'checked' });
    if (!(await restore(opened, images))) return;
    opened.prepare(request.dataset);
    send({ kind: 'started' });
    send({ kind: 'text', text: opened.query(request) });
  } catch (error) {
    // The message that ends all the rest follows.
    if (error instanceof ThreadEnding) return;
    const fault = plainFault(error);
    // Thrown from here it ends the thread, and reaches the parent as an `error` event.
    if (fault === undefined) throw error;
    send({ kind: 'fault', fault });
  }
}

/** @returns whether the engine can go on */
async function restore(opened: Engine, images: readonly ImageName[]): Promise<boolean> {
  const allowed = images.filter((image) => place?.images.includes(image) === true);
  // What was read ahead comes first, since its memory can have no other one.
  for (const image of allowed.toSorted((one, other) => isAhead(other) - isAhead(one))) {
    try {
      const isRestored = await opened.restore(image);
      if (isEnding) return false;
      if (!isRestored) continue;
      reading = undefined;
      send({ kind: 'restored', image });
      return true;
    } catch (error) {
      // The image has nothing to do with what is wrong with the catalogue.
      if (error instanceof CatalogueFault) throw error;
      const trouble = error instanceof ImageFault ? error.trouble : 'wrong';
      if (!isEnding) send({ kind: 'image-failed', image, reason: reasonOf(error), trouble });
      return false;
    }
  }
  reading = undefined;
  return true;
}

/** @returns 1 or 0 */
function isAhead(image: ImageName): number {
  return Number(reading?.image === image);
}

async function keep(task: KeepTask): Promise<void> {
  const { image, fill } = task;
  try {
    const opened = await openEngine([image]);
    if (fill && !(await restore(opened, [image]))) return;
    send({ kind: 'kept', ...opened.keep(task) });
  } catch (error) {
    if (error instanceof ThreadEnding) return;
    const fault = plainFault(isExhaustion(error) ? exhausted(error) : error);
    if (fault !== undefined) return send({ kind: 'fault', fault });
    // Who may only read the catalogue directory goes without.
    if (isRefusal(error)) return send({ kind: 'kept', isWorn: false });
    send({ kind: 'image-failed', image, reason: reasonOf(error), trouble: 'unwritten' });
  }
}

/** With nobody to hear any more and nothing open, the thread ends. */
async function end(): Promise<void> {
  isEnding = true;
  port?.close();
  await reading?.close();
  await engine?.close();
}

function send(message: EngineAnswer): void {
  port?.postMessage(message);
}

port?.on('message', (task: EngineTask) => {
  switch (task.kind) {
    case 'open':
      place = task;
      return readAhead();
    case 'expect':
      expected = task.dataset;
      return readAhead();
    case 'query':
      return void answer(task.request);
    case 'keep':
      return void keep(task);
    case 'end':
      return void end();
  }
});
