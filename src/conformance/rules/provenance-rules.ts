import { placeTerms, textTerms } from '../../facts/record/properties.ts';
import type { JsonObject } from '../../text/json.ts';
import { type RuleSet, type RuleExample, sayRule } from '../rule.ts';

/** Rules about additional properties, instruments, activities and measurements of quality. */
export const provenanceRules = {
  'property-name': sayRule('property', textTerms.labels, {
    title: 'Additional property has no name',
    asked: 'Name the additional property.',
    why: 'A value without the name of its property cannot be shown.',
    template: '{the name of the property}',
    example: exampleOfProperty({ 'schema:value': 'Sphagnum', 'schema:propertyID': 'plant cover' }),
  }),
  'property-value': sayRule('property', placeTerms.value, {
    title: 'Additional property has no value',
    asked: 'Give the value of the additional property.',
    why: 'A property without a value says nothing.',
    template: '{the value}',
    example: exampleOfProperty({
      'schema:name': 'plant cover',
      'schema:propertyID': 'plant cover',
    }),
  }),
  'property-kind': sayRule('property', textTerms.propertyIds, {
    title: 'Additional property does not say what it is',
    asked:
      'State the IRI of the additional property as propertyID, from a vocabulary of the field.',
    why: 'Names differ between publishers; only an IRI tells programs that they mean the same.',
    template: { '@id': '{the IRI of the property}' },
    example: exampleOfProperty({ 'schema:name': 'plant cover', 'schema:value': 'Sphagnum' }),
  }),
  'activity-used': sayRule('activity', 'prov:used', {
    title: 'Activity does not say what it used',
    asked: 'Name the instruments, programs or methods that the activity used, under prov:used.',
    why: 'Readers judge data by how they were made.',
    template: '{the instrument, program or method that was used}',
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'add',
          path: '/http:~1~1www.w3.org~1ns~1prov#wasGeneratedBy',
          value: {
            '@type': ['http://www.w3.org/ns/prov#Activity'],
            'schema:name': 'Field campaign of 2019',
          },
        },
      ],
    },
  }),
  'instrument-name': sayRule('instrument', textTerms.labels, {
    title: 'Instrument has no name',
    asked: 'Name the instrument.',
    why: 'A reader recognises an instrument by its name.',
    template: '{the name of the instrument}',
    example: exampleOfInstrument({ 'schema:category': 'gas analyser' }),
  }),
  'instrument-category': sayRule('instrument', 'schema:category schema:additionalType', {
    title: 'Instrument does not say what kind it is',
    asked: 'State the kind of instrument as category, by a term of a vocabulary.',
    why: 'Searches ask for kinds of instruments, and not for single ones.',
    template: { '@id': '{the IRI of the kind of instrument}' },
    example: exampleOfInstrument({ 'schema:name': 'Gas analyser 7' }),
  }),
  'measurement-test': sayRule('measurement', 'dqv:isMeasurementOf', {
    title: 'Measurement of quality does not say what it measures',
    asked: 'Name the test or metric of the measurement, under dqv:isMeasurementOf.',
    why: 'A result means nothing without the test.',
    template: '{the test or metric}',
    example: exampleOfMeasurement({ 'http://www.w3.org/ns/dqv#value': '98 percent' }),
  }),
  'measurement-value': sayRule('measurement', 'dqv:value', {
    title: 'Measurement of quality has no result',
    asked: 'State the result of the measurement, under dqv:value.',
    why: 'A test without a result does not help to judge the data.',
    template: '{the result}',
    example: exampleOfMeasurement({ 'http://www.w3.org/ns/dqv#isMeasurementOf': 'completeness' }),
  }),
} satisfies RuleSet;

function exampleOfProperty(members: JsonObject): RuleExample {
  return exampleAt('/schema:additionalProperty', { '@type': ['schema:PropertyValue'], ...members });
}

function exampleOfInstrument(members: JsonObject): RuleExample {
  return exampleAt('/schema:instrument', { '@type': ['schema:Thing'], ...members });
}

function exampleOfMeasurement(members: JsonObject): RuleExample {
  const type = 'http://www.w3.org/ns/dqv#QualityMeasurement';
  const path = '/http:~1~1www.w3.org~1ns~1dqv#hasQualityMeasurement';
  return exampleAt(path, { '@type': [type], ...members });
}

function exampleAt(path: string, value: JsonObject): RuleExample {
  return { record: 'cdif', patch: [{ op: 'add', path, value: [value] }] };
}
