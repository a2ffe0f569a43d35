import { Button, CloseButton, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { ClipboardEvent, DragEvent } from 'react'
import { bytesInWords } from '../../format/bytes.ts'
import classes from './files.module.css'
import type { useUploads } from './use-uploads.ts'

type Uploads = ReturnType<typeof useUploads>

/** Handlers of a form that takes pasted and dropped files. */
export const takesFiles = ({ add }: Uploads) => ({
  onPaste: (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    add(event.clipboardData.files)
  },
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    add(event.dataTransfer.files)
  },
})

interface AttachFilesProps {
  uploads: Uploads
  /** Of the list. */
  name: string
  /** The form lists the files that have arrived by itself. */
  onlyComing?: boolean
}

/** Chooses files, and lists the chosen ones with their progress. */
export function AttachFiles({ uploads, name, onlyComing }: AttachFilesProps) {
  const { add, remove } = uploads
  const list = uploads.list.filter(({ file }) => !onlyComing || !file)
  return (
    <div className={classes.attach}>
      <FileButton multiple accept="image/png,image/jpeg,image/webp,image/gif,application/pdf" onChange={add}>
        {(props) => (
          <Button
            {...props}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPaperclip size={14} aria-hidden />}
          >
            Attach files
          </Button>
        )}
      </FileButton>
      {list.length > 0 && (
        <ul aria-label={name} className={classes.list}>
          {list.map((one) => (
            <li key={one.key} className={classes.line}>
              <bdi className={classes.name}>{one.file?.name ?? one.name}</bdi>
              <span className={classes.size}>{bytesInWords(one.file?.size ?? one.size)}</span>
              <CloseButton
                size="sm"
                aria-label={`${one.file || one.problem ? 'Remove' : 'Cancel'} ${one.name}`}
                onClick={() => remove(one)}
              />
              {!one.file && !one.problem && (
                <progress
                  className={classes.progress}
                  aria-label={`Progress of ${one.name}`}
                  max={one.size}
                  {...(one.sent > 0 && { value: one.sent })}
                />
              )}
              {one.problem && (
                <span role="alert" className={classes.problem}>
                  {one.problem}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
