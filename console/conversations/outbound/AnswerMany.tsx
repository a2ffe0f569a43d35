import { useState } from 'react'
import { useDraft } from '../../data/drafts.ts'
import type { BulkDialog } from '../../shell/bulk/BulkBar.tsx'
import { BulkConfirm } from '../../shell/bulk/BulkConfirm.tsx'
import { ManyMessage, manyProblem, useReaders } from './ManyMessage.tsx'

/** Answers many conversations with one text. What is typed is kept until it is sent. */
export function AnswerMany({ start, problem, ...dialog }: BulkDialog) {
  const [text, write] = useDraft('draft:answer-many')
  const [tried, setTried] = useState(false)
  const values = useReaders(dialog.chosen)
  const wrong = manyProblem(text, values.data)
  const confirm = (closes: boolean) => {
    setTried(true)
    if (wrong === null)
      void start({ text, ...(closes && { actions: { close: true } }) }).then((done) => done && write(''))
  }
  return (
    <BulkConfirm
      {...dialog}
      width={620}
      title={`Answer ${dialog.amount}`}
      subtitle="Each person gets it once, ten seconds after the start. Until then you can undo it. A conversation with a newer message is left out."
      confirmText="Answer"
      checkbox={{ label: 'Close the conversations', checked: true }}
      problem={(tried && wrong) || problem}
      onConfirm={({ checked }) => confirm(checked)}
    >
      <ManyMessage values={values} text={text} onChange={write} />
    </BulkConfirm>
  )
}
