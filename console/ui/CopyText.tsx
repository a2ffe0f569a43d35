import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './CopyText.module.css'

/** Also copies on plain http, where the clipboard API is missing. */
async function copyToClipboard(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}

/** A text that a press copies (UDT-07 to UDT-09). */
export function CopyText({ text, resetAfter = 3000 }: { text: string; resetAfter?: number }) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(0), resetAfter)
    return () => clearTimeout(timer)
  }, [copied, resetAfter])

  const Icon = copied ? IconCheck : IconCopy
  return (
    <>
      <Tooltip label={copied ? 'Copied!' : 'Copy'}>
        <UnstyledButton
          className={classes.copy}
          onClick={() => {
            // A counter, so that a second press restarts the three seconds.
            copyToClipboard(text).then(() => setCopied((times) => times + 1), console.error)
          }}
        >
          <span className={classes.text} dir="auto">
            {text}
          </span>
          <Icon size={14} aria-hidden className={classes.icon} />
        </UnstyledButton>
      </Tooltip>
      <VisuallyHidden aria-live="polite">{copied ? 'On the clipboard' : ''}</VisuallyHidden>
    </>
  )
}
