import { expect, test, vi } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { auditHead } from './audit.ts'
import { noteHead } from './note-head.ts'

const s = useServer()

test('the head of the audit is in the log, as `audit verify` takes it', async () => {
  const info = vi.spyOn(s.ctx.log, 'info').mockReturnValue(undefined)
  await noteHead.run(s.ctx)
  expect(info.mock.calls).toEqual([[{ anchor: await auditHead(s.ctx.database.db) }, 'audit head']])
  info.mockRestore()
})
