import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { RowsInPage } from './RowsInSight.tsx'

function Name({ of }: { of: string }) {
  const [text, setText] = useState('')
  return (
    <tr>
      <td>
        <input aria-label={of} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </td>
    </tr>
  )
}
const table = (rows: string[]) => (
  <table>
    <RowsInPage rows={rows} keyOf={(row) => row} height={40} columns={1}>
      {(row) => <Name of={row} />}
    </RowsInPage>
  </table>
)

it('a row keeps its input and the focus when a row is added above it', () => {
  const { rerender } = render(table(['b', 'c']))
  const input = screen.getByLabelText('c')
  input.focus()
  rerender(table(['a', 'b', 'c']))
  expect(screen.getByLabelText('a')).toBeDefined()
  expect(screen.getByLabelText('c')).toBe(input)
  expect(document.activeElement).toBe(input)
})
