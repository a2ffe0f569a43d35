import { expect, test } from 'vitest'
import { otherWords } from './groups.ts'
import { foundIn } from './tree.ts'

test('every layer has each group under its own word, in the folder of its subject', () => {
  expect(
    foundIn(otherWords, {
      'contract/groups.ts':
        "export { posts } from './listings/posts.ts'\nexport { emailTemplates } from './conversations/email-templates.ts'\n",
      'server/listings/deep/posts.test.ts': '',
      'server/listings/deep/deeper/a.ts': '',
      'server/money/posts.ts': '',
      'server/conversations/email-templates.ts': '',
      'console/listings/posts/PostsScreen.tsx': '',
      'console/staff/sign-in/SignInScreen.tsx': '',
      'console/conversations/templates/TemplatesScreen.tsx': '',
      'e2e/conversations/email-templates/list.spec.ts': '',
      'e2e/across/live.spec.ts': '',
      'e2e/listings/listing/list.spec.ts': '',
      'e2e/package.json': '{}',
    }),
  ).toEqual([
    'The group email-templates of contract/conversations has no email-templates.test.ts in server/conversations.',
    'console/conversations/templates is neither a group nor a page that tools/groups.ts lists.',
    'The group posts of contract/listings has no posts.ts in server/listings.',
    'e2e/listings/listing is neither a group nor a page that tools/groups.ts lists.',
    'server/listings/deep/deeper is too deep: a subject has one level of folders.',
  ])
})
