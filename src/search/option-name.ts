/** The name of an option of the command line: `media-type` for `mediaType`. */
export function optionName(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
