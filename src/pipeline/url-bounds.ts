/** What a URL gives is written in parts of this many characters. */
export const partCharacters = 2 ** 22;

/** So many problems of a URL are remembered; a page of a thousand broken scripts need not be remembered whole. */
export const maxProblems = 100;
