import { expect, test } from 'vitest'
import { EuStatement } from './eu-statement.ts'

const valid = {
  puid: 'ms_1',
  decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
  decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
  incompatible_content_ground: 'Weapons, § 4',
  incompatible_content_explanation: 'Weapons may not be sold here.',
  category: 'STATEMENT_CATEGORY_UNSAFE_AND_PROHIBITED_PRODUCTS',
  content_type: ['CONTENT_TYPE_PRODUCT'],
  content_date: '2026-01-05',
  application_date: '2026-01-06',
  decision_facts: 'It is a switchblade.',
  source_type: 'SOURCE_VOLUNTARY',
  automated_detection: 'No',
  automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
}
const law = {
  decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
  ...{ incompatible_content_ground: undefined, incompatible_content_explanation: undefined },
  ...{ illegal_content_legal_ground: 'Article 1', illegal_content_explanation: 'It is forbidden.' },
}

/** What is accepted, each as a change of a valid statement. */
const accepted: Record<string, object> = {
  'as it is': {},
  'on the ground of the law': law,
  'a monetary measure alone': {
    decision_visibility: undefined,
    decision_monetary: 'DECISION_MONETARY_SUSPENSION',
  },
  'another monetary measure, in words': {
    ...{ decision_monetary: 'DECISION_MONETARY_OTHER', decision_monetary_other: 'Held for a week' },
    end_date_monetary_restriction: '2026-02-01',
  },
  'an EAN': { content_id: { 'EAN-13': '0123456789123' } },
  'a notice with its sender': { source_type: 'SOURCE_TRUSTED_FLAGGER', source_identity: 'A customs office' },
  'a keyword, a language and countries': {
    ...{ category_specification: ['KEYWORD_PROHIBITED_PRODUCTS'], content_language: 'DE' },
    territorial_scope: ['DE', 'NO'],
  },
}

/** What is refused, with the field that is named. */
const refused: Record<string, readonly [field: string, change: object]> = {
  'no decision': ['decision_visibility', { decision_visibility: undefined }],
  'an unknown decision': ['decision_visibility', { decision_visibility: ['DECISION_VISIBILITY_HIDDEN'] }],
  'other visibility without words': [
    'decision_visibility_other',
    { decision_visibility: ['DECISION_VISIBILITY_OTHER'] },
  ],
  'other money without words': ['decision_monetary_other', { decision_monetary: 'DECISION_MONETARY_OTHER' }],
  'words for other money without it': ['decision_monetary_other', { decision_monetary_other: 'Held' }],
  'no ground': ['decision_ground', { decision_ground: undefined }],
  'the law without its article': [
    'illegal_content_legal_ground',
    { ...law, illegal_content_legal_ground: undefined },
  ],
  'the law without an explanation': [
    'illegal_content_explanation',
    { ...law, illegal_content_explanation: ' ' },
  ],
  'the terms without a reference': [
    'incompatible_content_ground',
    { incompatible_content_ground: undefined },
  ],
  'a ground that is too long': [
    'incompatible_content_ground',
    { incompatible_content_ground: 'x'.repeat(501) },
  ],
  'both grounds': ['illegal_content_explanation', { illegal_content_explanation: 'It is forbidden.' }],
  'the law, and whether it is illegal': [
    'incompatible_content_illegal',
    { ...law, incompatible_content_illegal: 'No' },
  ],
  'an unknown category': ['category', { category: 'STATEMENT_CATEGORY_PORNOGRAPHY' }],
  'no content type': ['content_type', { content_type: [] }],
  'other content without words': ['content_type_other', { content_type: ['CONTENT_TYPE_OTHER'] }],
  'content of another century': ['content_date', { content_date: '1999-12-31' }],
  'a day that no calendar has': ['content_date', { content_date: '2026-02-30' }],
  'a time instead of a day': ['application_date', { application_date: '2026-01-06T10:00:00Z' }],
  'a decision before the regulation': ['application_date', { application_date: '2019-12-31' }],
  'an end that is too late': ['end_date_account_restriction', { end_date_account_restriction: '2038-01-02' }],
  'no facts': ['decision_facts', { decision_facts: '' }],
  'facts that are too long': ['decision_facts', { decision_facts: 'x'.repeat(5001) }],
  'an unknown source': ['source_type', { source_type: 'SOURCE_REPORT' }],
  'the sender of nothing': ['source_identity', { source_identity: 'A customs office' }],
  'detection without an answer': ['automated_detection', { automated_detection: 'no' }],
  'a decision by an unknown program': ['automated_decision', { automated_decision: 'Yes' }],
  'an id with a space': ['puid', { puid: 'ms 1' }],
  'a country outside': ['territorial_scope', { territorial_scope: ['US'] }],
  'an unknown language': ['content_language', { content_language: 'XX' }],
  'an EAN that is too short': ['content_id', { content_id: { 'EAN-13': '123' } }],
}

test.each(Object.entries(accepted))('accepts %s', (_what, change) => {
  expect(EuStatement.safeParse({ ...valid, ...change }).error?.issues).toBeUndefined()
})

test.each(Object.entries(refused))('refuses %s', (_what, [field, change]) => {
  const fields = EuStatement.safeParse({ ...valid, ...change }).error?.issues.map(({ path }) => path[0])
  expect(fields).toContain(field)
})
