/** What a URL gives is written in parts of this many characters. */
export const partCharacters = 2 ** 22;

/** What a problem takes of a part, whatever it says; measured. */
export const problemCharacters = 400;
