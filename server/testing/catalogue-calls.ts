import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import type { Name, Row } from './catalogue-rows.ts'

/** Every call of the API by its name. */
export const endpoints = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([key, endpoint]) => [`${group}.${key}` as Name, endpoint as Endpoint] as const),
)

/** The input of a call by its row of the catalogue. Path values that the row does not name are 'unknown'. */
export const inputOf = (endpoint: Endpoint, { params, query, body }: Omit<Row, 'unknown'>): Input<Endpoint> =>
  ({
    params: Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, params?.[name] ?? 'unknown']),
    ),
    query: query ?? {},
    ...(body === undefined ? {} : { body }),
  }) as Input<Endpoint>
