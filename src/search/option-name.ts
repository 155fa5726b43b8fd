/** Command-line option name: `media-type` for `mediaType`. */
export function optionName(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
