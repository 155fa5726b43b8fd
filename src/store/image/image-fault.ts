/**
 * Why an image is not used: `unfit` where it is one of another version of this program or of its engine, or of a state of the
 * catalogue that is too long ago, `wrong` where it is not what it should be.
 */
export class ImageFault extends Error {
  override readonly name = 'ImageFault';
  readonly trouble: 'unfit' | 'wrong';

  constructor(trouble: ImageFault['trouble'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}
