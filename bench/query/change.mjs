// Changes some records: `node change.mjs CATALOGUE RECORDS SEED STEP [EDITION]`. With another seed,
// all values are others; with another edition, the title and the date.
import { writeRecords } from '../search/write-records.mjs';

const [catalogue = '', records = '', seed = '', step = '', edition] = process.argv.slice(2);
await writeRecords(catalogue, {
  records: Number(records),
  seed: Number(seed),
  step: Number(step),
  ...(edition !== undefined && { edition: Number(edition) }),
});
