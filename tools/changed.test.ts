import { expect, test } from 'vitest'
import { testsNamed, testsReached } from './changed.ts'
import { foundIn } from './tree.ts'

const files = {
  'contract/money/rules.ts': '',
  'contract/money/rules.test.ts': "import './rules.ts'",
  'server/app.ts': "import './money/refunds/refunds.ts'",
  'server/money/refunds/refund-checks.ts': "import '@portreeve/contract/money/rules'",
  'server/money/refunds/refunds.ts': "import './refund-checks.ts'",
  'server/money/refunds/refunds.test.ts': "import '../../testing/harness.ts'",
  'server/money/refunds/refunds-together.test.ts': "import '../../testing/harness.ts'",
  'server/money/refunds/long.slow.test.ts': "import './refund-checks.ts'",
  'server/money/shares.rules.test.ts': "import './refunds/refund-checks.ts'",
  'server/people/users.test.ts': "import '../testing/harness.ts'",
  'server/testing/harness.ts': "import '../app.ts'",
  'console/money/refunds/RefundsScreen.tsx': "import '@portreeve/contract/money/rules'",
  'console/money/refunds/refunds.test.tsx': "import './RefundsScreen.tsx'",
  'e2e/money/refunds/refunds.spec.ts': '',
  'e2e/money/payouts/payouts.spec.ts': '',
}
const reached = (...changed: string[]) => foundIn((root) => testsReached(root, changed), files)

test('a rule of the server reaches the calls beside it that are named after its importers, and the rules that import it', () => {
  expect(reached('server/money/refunds/refund-checks.ts')).toEqual([
    'server/money/refunds/refunds-together.test.ts',
    'server/money/refunds/refunds.test.ts',
    'server/money/shares.rules.test.ts',
  ])
})

test('a rule of the contract reaches rules and components, a page its journeys, a test itself', () => {
  expect(reached('contract/money/rules.ts')).toEqual([
    'contract/money/rules.test.ts',
    'server/money/shares.rules.test.ts',
    'console/money/refunds/refunds.test.tsx',
  ])
  expect(reached('console/money/refunds/RefundsScreen.tsx')).toEqual([
    'console/money/refunds/refunds.test.tsx',
    'e2e/money/refunds/refunds.spec.ts',
  ])
  expect(reached('server/people/users.test.ts')).toEqual(['server/people/users.test.ts'])
  expect(reached('README.md')).toEqual([])
})

test('a file has the tests of its name, without journeys', () => {
  const tests = Object.keys(files).filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  expect(testsNamed('server/money/refunds/refunds.ts', tests)).toEqual([
    'server/money/refunds/refunds.test.ts',
    'server/money/refunds/refunds-together.test.ts',
    'console/money/refunds/refunds.test.tsx',
  ])
})
