import { wrapped } from '../base/endpoint.ts'
import type { ImportEntity } from '../base/import-entity.ts'
import { schemaOf } from '../base/json-schema.ts'
import { z } from '../base/zod.ts'
import {
  IngestQuery,
  IngestResult,
  IngestSummary,
  maxAtomic,
  neverReadBack,
  SourceVersion,
} from './ingest.ts'
import { ingestEntities } from './ingest-entities.ts'

// The part of /openapi.json about `/v1/ingest`. These calls stream, so that they are no endpoints of the contract.

const version = schemaOf(SourceVersion, 'input')
const nameOf = ({ name }: ImportEntity) => `Row.${name}`

/** The rows that each entity takes. */
export const rowSchemas = (): Record<string, object> =>
  Object.fromEntries(
    ingestEntities.map((entity) => {
      const { properties, ...schema } = schemaOf(entity.row, 'input')
      return [nameOf(entity), { ...schema, properties: { ...properties, source_version: version } }]
    }),
  )

/** The calls that write, read back and delete, for each entity. */
export const ingestPaths = (refusals: Record<string, object>): Record<string, object> =>
  Object.fromEntries(
    ingestEntities.flatMap((entity) => [
      [`/v1/ingest/${entity.name}`, { post: writing(entity, refusals) }],
      [
        `/v1/ingest/${entity.name}/{key}`,
        {
          ...(!neverReadBack.includes(entity.name) && { get: reading(entity, refusals) }),
          ...(entity.deletable && { delete: deleting(entity, refusals) }),
        },
      ],
    ]),
  )

const common = ({ name }: ImportEntity) => ({
  tags: ['ingest'],
  security: [{ machineKey: [] }],
  'x-scope': `ingest.${name}`,
})

function writing(entity: ImportEntity, refusals: Record<string, object>) {
  const row = { $ref: `#/components/schemas/${nameOf(entity)}` }
  const query = schemaOf(IngestQuery, 'input').properties ?? {}
  const all = wrapped(IngestSummary.extend({ results: z.array(IngestResult) }))
  return {
    ...common(entity),
    operationId: `ingest.${entity.name}.write`,
    summary: `Writes rows: ${entity.about} Good rows are kept, even when a later row is rejected; with atomic=true all are written, up to ${maxAtomic}, or none.`,
    parameters: [
      { name: 'atomic', in: 'query', description: "'true': all rows in one transaction, or none." },
      { name: 'results', in: 'query', description: "'rejected': the answer has only rejected rows." },
    ].map((parameter) => ({ ...parameter, required: false, schema: query[parameter.name] })),
    requestBody: {
      required: true,
      content: {
        'application/x-ndjson': { schema: { type: 'string' }, 'x-line': row },
        'application/json': { schema: { type: 'array', items: row } },
      },
    },
    responses: {
      '200': {
        description:
          'Of NDJSON a line for each row, then one with the counts or with the refusal that ended the call. Otherwise one object.',
        content: {
          'application/x-ndjson': {
            schema: { type: 'string' },
            'x-line': schemaOf(z.union([IngestResult, wrapped(IngestSummary)]), 'output'),
          },
          'application/json': { schema: schemaOf(all, 'output') },
        },
      },
      ...refusals,
    },
  }
}

const keyParameter = (entity: ImportEntity) => ({
  name: 'key',
  in: 'path',
  required: true,
  description: `${entity.key.join(',')}${entity.key.length > 1 ? ': the parts are percent-encoded and joined by a comma.' : ''}`,
  schema: { type: 'string' },
})

const reading = (entity: ImportEntity, refusals: Record<string, object>) => ({
  ...common(entity),
  operationId: `ingest.${entity.name}.read`,
  summary: 'A record that a key of this name has written, as it is now.',
  parameters: [keyParameter(entity)],
  responses: {
    '200': {
      description: 'The row.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              status_code: { const: 1 },
              data: { $ref: `#/components/schemas/${nameOf(entity)}` },
            },
          },
        },
      },
    },
    ...refusals,
  },
})

const deleting = (entity: ImportEntity, refusals: Record<string, object>) => ({
  ...common(entity),
  operationId: `ingest.${entity.name}.remove`,
  summary: 'Deletes a record that the marketplace has deleted.',
  parameters: [
    keyParameter(entity),
    {
      name: 'source_version',
      in: 'query',
      required: false,
      description: 'The version of the deletion.',
      schema: version,
    },
  ],
  responses: {
    '200': {
      description: 'Deleted, unchanged or rejected.',
      content: { 'application/json': { schema: schemaOf(wrapped(IngestResult), 'output') } },
    },
    ...refusals,
  },
})
