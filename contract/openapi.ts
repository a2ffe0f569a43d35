import { DryRun, dryRunHeader } from './base/dry-run.ts'
import { type Endpoint, Refusal, refusalStatus, wrapped } from './base/endpoint.ts'
import { schemaOf } from './base/json-schema.ts'
import { ingestPaths, rowSchemas } from './marketplace/ingest-openapi.ts'

const byStaff = [{ identityToken: [], apiKey: [] }]

const refusals = Object.fromEntries(
  [...new Set(Object.values(refusalStatus))].map((status) => [
    String(status),
    {
      description: Object.entries(refusalStatus)
        .filter(([, of]) => of === status)
        .map(([code]) => code)
        .join(' or '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ]),
)

/** The API as OpenAPI 3.1, generated from the contract that the server runs on. */
export function openapi(endpoints: Record<string, Endpoint>, address: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portreeve',
      version: '1.0.0',
      description:
        'The staff API of a peer-to-peer marketplace. Money is whole cents; times are ISO-8601 UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address }],
    security: byStaff,
    paths: { ...paths, ...ingestPaths(refusals) },
    components: {
      securitySchemes: {
        machineKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A machine key (`ptv_…`), which an admin makes in the console, under Developers.',
        },
        identityToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      schemas: {
        Refusal: schemaOf(Refusal, 'output'),
        DryRun: schemaOf(DryRun, 'output'),
        ...rowSchemas(),
      },
    },
  }
}

function operation(name: string, endpoint: Endpoint): object {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = schemaOf(endpoint.query, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  const inQuery = Object.entries(query.properties ?? {}).map(([param, schema]) => ({
    name: param,
    in: 'query',
    required: query.required?.includes(param) ?? false,
    schema,
  }))
  const optional = (header: string, description: string) => ({
    name: header,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  const headers =
    endpoint.method === 'GET'
      ? endpoint.noPast === undefined
        ? [
            optional('As-Of', 'Answers as of this moment, an ISO-8601 time, instead of now.'),
            optional(
              'As-Role',
              'With As-Of: answers what this role may see, with its masks. Refused with forbidden where the role may do what the caller may not.',
            ),
          ]
        : []
      : [
          optional('Idempotency-Key', 'A repeated call with the same key has no second effect.'),
          optional(
            'If-Match',
            "The record's version; if the record has changed since, the call is refused with 409.",
          ),
          optional(
            dryRunHeader,
            '`true`: answers what the call would do (`data` is a DryRun), with its refusals, and changes nothing.',
          ),
        ]
  return {
    operationId: name,
    summary: endpoint.about,
    tags: [name.split('.')[0]],
    'x-permission': endpoint.may,
    ...(endpoint.scope ? { security: [...byStaff, { machineKey: [] }], 'x-scope': endpoint.scope } : {}),
    parameters: [...inPath, ...inQuery, ...headers],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      '200': {
        description: 'Done',
        content: endpoint.isFile
          ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: schemaOf(wrapped(endpoint.data), 'output') } },
      },
      ...refusals,
    },
  }
}
