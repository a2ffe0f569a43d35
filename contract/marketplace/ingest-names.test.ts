import { expect, test } from 'vitest'
import { ingestEntities } from './ingest-entities.ts'
import { ingestNames } from './ingest-names.ts'

test('the names are those of the entities, in their order', () => {
  expect(ingestEntities.map(({ name }) => name)).toEqual([...ingestNames])
})
