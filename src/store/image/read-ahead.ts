import type { EngineMemory } from './engine-memory.ts';
import { imageFile, type ImageName } from './image-files.ts';
import { OpenedImage } from './opened-image.ts';

/**
 * An image that is likely to be wanted, read while all else is made ready that must be there before it can be put in place. It
 * means nothing before it is known to be of the catalogue.
 */
export class ReadAhead {
  readonly image: ImageName;
  /** The image with its header; undefined where there is none. @throws as `OpenedImage.open` */
  readonly opened: Promise<OpenedImage | undefined>;
  /** Settled when the memory has all of it. @throws as `opened` and `OpenedImage.readInto` */
  readonly read: Promise<void>;

  /** @param memory that nobody uses meanwhile */
  constructor(image: ImageName, path: string, memory: EngineMemory) {
    this.image = image;
    this.opened = OpenedImage.open(imageFile(path, image));
    this.read = this.opened.then((opened) => opened?.readInto(memory));
    // Whoever wants the image hears of it.
    this.read.catch(() => undefined);
  }

  /** Where the image is no longer wanted. */
  async close(): Promise<void> {
    try {
      const opened = await this.opened;
      // What is still to be read cannot be read any more.
      await opened?.close();
      await this.read;
    } catch {
      // Nobody needs to know.
    }
  }
}
