import { isVagueType, isXmlType } from '../model/media-type.ts';
import { xmlRootOf, type XmlRoot } from './rdf/xml-root.ts';

/** An XML metadata format that is not read. */
interface MetadataFormat {
  readonly name: string;
  /** Prefixes of the namespaces of its versions. */
  readonly namespaces: readonly string[];
  /** The root element of documents without a namespace. */
  readonly root?: string;
}

const xmlFormats: readonly MetadataFormat[] = [
  {
    name: 'ISO 19139',
    namespaces: [
      'http://www.isotc211.org/2005/gmd',
      'http://www.isotc211.org/2005/gmi',
      'http://standards.iso.org/iso/19115/-2/gmi/',
    ],
  },
  {
    name: 'ISO 19115-3',
    namespaces: [
      'http://standards.iso.org/iso/19115/-3/',
      'https://schemas.isotc211.org/19115/-3/',
    ],
  },
  {
    name: 'DataCite',
    namespaces: ['http://datacite.org/schema/kernel', 'http://schema.datacite.org/oai/'],
  },
  {
    name: 'EML',
    namespaces: ['eml://ecoinformatics.org/eml', 'https://eml.ecoinformatics.org/eml'],
  },
  { name: 'FGDC CSDGM', namespaces: ['http://www.fgdc.gov/'], root: 'metadata' },
  { name: 'DIF', namespaces: ['http://gcmd.gsfc.nasa.gov/Aboutus/xml/dif/'], root: 'DIF' },
  {
    name: 'DDI',
    namespaces: ['ddi:', 'http://www.icpsr.umich.edu/DDI'],
    root: 'codeBook',
  },
  { name: 'OAI Dublin Core', namespaces: ['http://www.openarchives.org/OAI/2.0/oai_dc/'] },
];

/**
 * The name of the XML metadata format of a document of an XML or unspecific type, by its root
 * element; undefined where unknown.
 * @param start the first characters of the document
 */
export function metadataFormatOf(essence: string, start: string): string | undefined {
  if (!isXmlType(essence) && !isVagueType(essence)) return undefined;
  const root = xmlRootOf(start);
  return root && xmlFormats.find((format) => hasFormat(root, format))?.name;
}

function hasFormat({ localName, namespace }: XmlRoot, format: MetadataFormat): boolean {
  if (namespace === '') return localName === format.root;
  return format.namespaces.some((each) => namespace.startsWith(each));
}
