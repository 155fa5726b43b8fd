/** Creative Commons' licences by the versions in which all of them exist; 1.0 has its conditions in another order. */
const creativeCommons = ['BY', 'BY-NC', 'BY-NC-ND', 'BY-NC-SA', 'BY-ND', 'BY-SA'].flatMap((name) =>
  ['1.0', '2.0', '2.5', '3.0', '4.0'].map((version) => `CC-${name}-${version}`),
);

/** Versions for a country (SPDX License List 3.27). */
const ported = `
  CC-BY-2.5-AU CC-BY-3.0-AT CC-BY-3.0-AU CC-BY-3.0-DE CC-BY-3.0-IGO CC-BY-3.0-NL CC-BY-3.0-US CC-BY-NC-3.0-DE
  CC-BY-NC-3.0-IGO CC-BY-NC-ND-3.0-DE CC-BY-NC-ND-3.0-IGO CC-BY-NC-SA-2.0-DE CC-BY-NC-SA-2.0-FR CC-BY-NC-SA-2.0-UK
  CC-BY-NC-SA-3.0-DE CC-BY-NC-SA-3.0-IGO CC-BY-ND-3.0-DE CC-BY-SA-2.0-UK CC-BY-SA-2.1-JP CC-BY-SA-3.0-AT
  CC-BY-SA-3.0-DE CC-BY-SA-3.0-IGO`;

const ofData = `
  CC0-1.0 CC-PDM-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0 CDLA-Sharing-1.0 C-UDA-1.0 O-UDA-1.0 DL-DE-BY-2.0
  DL-DE-ZERO-2.0 NLOD-1.0 NLOD-2.0 ODbL-1.0 ODC-By-1.0 OGL-Canada-2.0 OGL-UK-1.0 OGL-UK-2.0 OGL-UK-3.0 PDDL-1.0
  etalab-2.0`;

const ofSoftware = `
  AFL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-1.1 Apache-2.0 Artistic-2.0 BSD-1-Clause BSD-2-Clause BSD-3-Clause
  BSD-3-Clause-Clear BSD-4-Clause BSL-1.0 CECILL-2.1 CECILL-B CECILL-C ECL-2.0 EPL-1.0 EPL-2.0 EUPL-1.1 EUPL-1.2
  GFDL-1.2-only GFDL-1.2-or-later GFDL-1.3-only GFDL-1.3-or-later GPL-2.0-only GPL-2.0-or-later GPL-3.0-only
  GPL-3.0-or-later ISC LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later MIT MIT-0 MPL-1.1 MPL-2.0 MS-PL
  NCSA OFL-1.1 OSL-3.0 PostgreSQL UPL-1.0 Unlicense WTFPL Zlib`;

/** Identifiers of licences in SPDX's list that data, documents and their software have: not all of its 700. */
export const spdxIds: readonly string[] = [
  ...creativeCommons,
  ...[ported, ofData, ofSoftware].flatMap((ids) => ids.trim().split(/\s+/u)),
];
