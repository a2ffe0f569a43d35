import { api } from '@portreeve/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { CsvButton } from './CsvButton.tsx'
import { type Answers, showPart } from './desk-harness.tsx'

const saved = vi.fn<(file: Blob) => string>(() => 'blob:x')
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }))
afterEach(() => saved.mockClear())

const button = (answers: Answers, role: 'finance' | 'support' = 'finance') =>
  showPart(
    <CsvButton may="money.export" endpoint={api.refunds.export} input={{ query: {} }} name="refunds">
      Download CSV
    </CsvButton>,
    answers,
    role,
  )
const start = async ({ user }: ReturnType<typeof showPart>) =>
  user.click(await screen.findByRole('button', { name: 'Download CSV' }))

it('fetches piece after piece, and saves one file', async () => {
  const pieces = [
    ['time,amount\r\n1,2\r\n', 'second'],
    ['3,4\r\n', 'third'],
    ['5,6\r\n', null],
  ] as const
  const piece = ({ query }: { query: { cursor?: string } }) => {
    const [csv, cursor] = pieces[['second', 'third'].indexOf(query.cursor ?? '') + 1] ?? []
    return { data: { csv, rows: 1 }, cursor }
  }
  const shown = button([[api.refunds.export, piece]])
  await start(shown)
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  const text = await saved.mock.calls[0]?.[0].text()
  expect(text?.replace('\ufeff', '')).toBe('time,amount\r\n1,2\r\n3,4\r\n5,6\r\n')
})

it('a failed piece saves no file, and says why', async () => {
  const failure = new CallFailure(429, { error_message: 'Wait a minute.' })
  const shown = button([[api.refunds.export, failure]])
  await start(shown)
  expect(await screen.findByText('The export failed: Wait a minute.')).toBeVisible()
  expect(saved).not.toHaveBeenCalled()
})
