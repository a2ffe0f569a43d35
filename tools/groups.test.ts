import { expect, test } from 'vitest'
import { otherWords } from './groups.ts'
import { foundIn } from './tree.ts'

test('every layer has each group under its own word', () => {
  expect(
    foundIn(otherWords, {
      'contract/index.ts': 'export const api = {\n  posts,\n  emailTemplates,\n}\n',
      'contract/listings/posts.ts': '',
      'contract/conversations/email-templates.ts': '',
      'server/api/listings.ts': '',
      'server/conversations/email-templates.ts': '',
      'server/listings/posts.test.ts': '',
      'server/test/templates.test.ts': '',
      'console/screens/posts/PostsScreen.tsx': '',
      'console/screens/sign-in/SignInScreen.tsx': '',
      'console/screens/templates/TemplatesScreen.tsx': '',
      'e2e/email-templates/list.spec.ts': '',
      'e2e/across/live.spec.ts': '',
      'e2e/listings/list.spec.ts': '',
      'e2e/package.json': '{}',
    }),
  ).toEqual([
    'The group posts of contract/index.ts has no server/listings/posts.ts.',
    'The group email-templates of contract/index.ts has no server/conversations/email-templates.test.ts.',
    'console/screens/templates is neither a group nor a page that tools/groups.ts lists.',
    'e2e/listings is neither a group nor a page that tools/groups.ts lists.',
  ])
})
