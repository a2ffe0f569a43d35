import { Button } from '@mantine/core'
import type { StoredFile } from '@portreeve/contract/staff/files'
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useBackend } from '../../data/backend.tsx'
import { type CallFailure, failureText } from '../../data/failure.ts'
import { fetchFile } from '../../data/transfer.ts'
import { bytesInWords } from '../../format/bytes.ts'
import { saveBlob } from '../../ui/browser/save-file.ts'
import classes from './files.module.css'

const isFile = (one: unknown): one is StoredFile =>
  typeof one === 'object' && one !== null && 'id' in one && 'name' in one && 'kind' in one && 'size' in one

/** The files of a note, as its entry of the timeline has them in `after`. */
export const filesIn = (after: unknown): StoredFile[] =>
  typeof after === 'object' && after !== null && 'files' in after && Array.isArray(after.files)
    ? after.files.filter(isFile)
    : []

/** Files of a record. Renders nothing without any. Each is fetched when it is pressed, because a look at it is audited. */
export function Files({ files = [] }: { files: readonly StoredFile[] | undefined }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Files" className={classes.list}>
      {files.map((file) => (
        <li key={file.id} className={classes.line}>
          <FileLine file={file} />
        </li>
      ))}
    </ul>
  )
}

/** A picture is shown in its place; a PDF is saved, as no page shows it. */
function FileLine({ file: { id, name, kind, size } }: { file: StoredFile }) {
  const backend = useBackend()
  const look = useMutation<string | null, CallFailure>({
    mutationFn: async () => {
      const bytes = await fetchFile(backend, id)
      if (kind !== 'pdf') return URL.createObjectURL(bytes)
      saveBlob(name, bytes)
      return null
    },
  })
  const shown = look.data ?? null
  const Icon = kind === 'pdf' ? IconFileTypePdf : IconPhoto
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        className={classes.file}
        leftSection={<Icon size={14} aria-hidden />}
        loading={look.isPending}
        aria-label={`${shown ? 'Hide' : kind === 'pdf' ? 'Download' : 'Show'} ${name}`}
        onClick={() => (shown ? look.reset() : look.mutate())}
      >
        <bdi className={classes.name}>{name}</bdi>
      </Button>
      <span className={classes.size}>{bytesInWords(size)}</span>
      {look.error && (
        <span role="alert" className={classes.problem}>
          {failureText(look.error)}
        </span>
      )}
      {shown && (
        <img src={shown} alt={name} className={classes.picture} onLoad={() => URL.revokeObjectURL(shown)} />
      )}
    </>
  )
}
