// Replaces the statements of some records: `node change.mjs CATALOGUE RECORDS SEED STEP`.
import { writeRecords } from '../search/write-records.mjs';

const [catalogue = '', records = '', seed = '', step = ''] = process.argv.slice(2);
await writeRecords(catalogue, {
  records: Number(records),
  seed: Number(seed),
  step: Number(step),
});
