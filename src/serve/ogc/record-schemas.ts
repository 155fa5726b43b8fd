/**
 * The schemas of the interface in OpenAPI 3.0, after those of the standards (20-004r1,
 * core/openapi/schemas; 17-069r4, Annex B) for the members that this interface has.
 */
export const recordSchemas = {
  anyObject: { type: 'object' },
  link: {
    type: 'object',
    required: ['rel', 'href'],
    properties: {
      rel: text(),
      href: text('uri'),
      type: text(),
      title: text(),
    },
  },
  landingPage: {
    type: 'object',
    required: ['links'],
    properties: { title: text(), description: text(), links: listOf('link') },
  },
  confClasses: {
    type: 'object',
    required: ['conformsTo'],
    properties: { conformsTo: texts() },
  },
  collections: {
    type: 'object',
    required: ['links', 'collections'],
    properties: { links: listOf('link'), collections: listOf('catalog') },
  },
  catalog: {
    type: 'object',
    required: ['id', 'type', 'links'],
    properties: {
      id: text(),
      type: oneOfTexts('Collection'),
      itemType: oneOfTexts('record'),
      title: text(),
      description: text(),
      extent: reference('extent'),
      crs: texts(),
      links: listOf('link'),
    },
  },
  extent: {
    type: 'object',
    properties: {
      spatial: {
        type: 'object',
        properties: {
          bbox: {
            type: 'array',
            minItems: 1,
            items: { type: 'array', minItems: 4, maxItems: 4, items: { type: 'number' } },
          },
          crs: text(),
        },
      },
      temporal: {
        type: 'object',
        properties: {
          interval: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'array',
              minItems: 2,
              maxItems: 2,
              items: { type: 'string', format: 'date-time', nullable: true },
            },
          },
          trs: text(),
        },
      },
    },
  },
  recordCollectionGeoJSON: {
    type: 'object',
    required: ['type', 'features'],
    properties: {
      type: oneOfTexts('FeatureCollection'),
      timeStamp: text('date-time'),
      numberMatched: { type: 'integer', minimum: 0 },
      numberReturned: { type: 'integer', minimum: 0 },
      links: listOf('link'),
      features: listOf('recordGeoJSON'),
    },
  },
  recordGeoJSON: {
    type: 'object',
    required: ['id', 'type', 'geometry', 'properties'],
    properties: {
      id: text(),
      type: oneOfTexts('Feature'),
      conformsTo: texts(),
      bbox: { type: 'array', minItems: 4, maxItems: 4, items: { type: 'number' } },
      geometry: reference('geometryGeoJSON'),
      time: reference('time'),
      properties: reference('recordCommonProperties'),
      links: listOf('link'),
    },
  },
  geometryGeoJSON: {
    type: 'object',
    nullable: true,
    required: ['type'],
    properties: {
      type: oneOfTexts(
        'Point',
        'MultiPoint',
        'LineString',
        'MultiLineString',
        'Polygon',
        'MultiPolygon',
        'GeometryCollection',
      ),
      coordinates: { type: 'array', items: {} },
      geometries: { type: 'array', items: { type: 'object' } },
    },
  },
  time: {
    type: 'object',
    nullable: true,
    properties: {
      date: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` },
      timestamp: {
        type: 'string',
        pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$`,
      },
      interval: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: {
          type: 'string',
          pattern: String.raw`^(?:\.\.|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?)$`,
        },
      },
    },
  },
  recordCommonProperties: {
    type: 'object',
    properties: {
      updated: text('date-time'),
      type: text(),
      title: text(),
      description: text(),
      language: reference('language'),
      languages: listOf('language'),
      resourceLanguages: listOf('language'),
      keywords: texts(),
      themes: listOf('theme'),
      externalIds: {
        type: 'array',
        items: {
          type: 'object',
          required: ['value'],
          properties: { scheme: text(), value: text() },
        },
      },
      formats: {
        type: 'array',
        items: {
          type: 'object',
          anyOf: [{ required: ['name'] }, { required: ['mediaType'] }],
          properties: { name: text(), mediaType: text() },
        },
      },
      contacts: listOf('contact'),
      license: text(),
      rights: text(),
    },
  },
  language: { type: 'object', required: ['code'], properties: { code: text() } },
  theme: {
    type: 'object',
    required: ['concepts', 'scheme'],
    properties: {
      concepts: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['id'],
          properties: { id: text(), title: text(), url: text('uri') },
        },
      },
      scheme: text(),
    },
  },
  contact: {
    type: 'object',
    anyOf: [{ required: ['name'] }, { required: ['organization'] }],
    properties: {
      identifier: text(),
      name: text(),
      organization: text(),
      roles: { type: 'array', minItems: 1, items: text() },
    },
  },
  exception: {
    type: 'object',
    required: ['code'],
    properties: {
      code: text(),
      description: text(),
      title: text(),
      status: { type: 'integer' },
      detail: text(),
    },
  },
} as const;

function text(format?: 'date-time' | 'uri') {
  return format === undefined ? { type: 'string' } : { type: 'string', format };
}

function texts() {
  return { type: 'array', items: text() };
}

function oneOfTexts(...values: readonly string[]) {
  return { type: 'string', enum: values };
}

function reference(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}

function listOf(schema: string) {
  return { type: 'array', items: reference(schema) };
}
