import { expect, it } from 'vitest'
import { pathOf, sentenceOf } from './notices.ts'
import { notificationKinds, notificationWhats } from './notifications.ts'

const notice = { what: 'mentioned', kind: 'user', record: 'a/b', title: 'Ann', by: 'Milo' } as const

it('a note is shown in the timeline of its record; anything else on the record’s page', () => {
  expect(pathOf(notice)).toBe('/user-detail/a%2Fb?timeline=user:a%2Fb')
  expect(pathOf({ ...notice, what: 'assigned' })).toBe('/user-detail/a%2Fb')
  expect(pathOf({ ...notice, kind: 'transaction', what: 'deadline' })).toBe('/dashboard/txns/a%2Fb')
  expect(pathOf({ ...notice, kind: 'conversation', what: 'awake' })).toBe(
    '/dashboard/messages/a%2Fb?view=all',
  )
})

it('each kind has a sentence, with the title or the kind of the record', () => {
  for (const what of notificationWhats)
    for (const kind of notificationKinds) {
      expect(sentenceOf({ ...notice, what, kind })).toMatch(/Ann.*\.$/)
      expect(sentenceOf({ ...notice, what, kind, title: null })).toMatch(/ an? .*\.$/)
    }
})
