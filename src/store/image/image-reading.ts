import type { EngineMemory } from './engine-memory.ts';
import { imageFile, type ImageName } from './image-files.ts';
import { OpenedImage } from './opened-image.ts';

/**
 * An image that is read into a memory, which may begin before all else is there that is needed to put it in place. What is read
 * means nothing before it is known to be of the catalogue.
 */
export class ImageReading {
  readonly image: ImageName;
  /** The catalogue directory it is in. */
  readonly path: string;
  /** The image with its header; undefined where there is none. Until then nothing is read but the header. @throws as `OpenedImage.open` */
  readonly opened: Promise<OpenedImage | undefined>;
  /** Settled when the memory has all of it. @throws as `opened` and `OpenedImage.readInto` */
  readonly read: Promise<void>;

  /** @param memory that nobody uses meanwhile */
  constructor(image: ImageName, path: string, memory: EngineMemory) {
    this.image = image;
    this.path = path;
    this.opened = OpenedImage.open(imageFile(path, image));
    this.read = this.opened.then(async (opened) => opened?.readInto(memory));
    // Whoever wants the image hears of it.
    this.read.catch(() => undefined);
  }

  /** Lets go of the file. What has not been read by then never will be. */
  async close(): Promise<void> {
    try {
      const opened = await this.opened;
      await opened?.close();
      await this.read;
    } catch {
      // Whoever wanted the image has heard of it.
    }
  }
}
