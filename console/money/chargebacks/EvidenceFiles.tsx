import { CloseButton, NativeSelect } from '@mantine/core'
import { namesOf } from '@portreeve/contract/base/own'
import {
  type Evidence,
  type EvidenceFile,
  evidenceFiles,
  evidenceTooLarge,
} from '@portreeve/contract/money/chargebacks'
import type { StoredFile } from '@portreeve/contract/staff/files'
import { useState } from 'react'
import { AttachFiles } from '../../staff/files/AttachFiles.tsx'
import { Files } from '../../staff/files/Files.tsx'
import { useUploads } from '../../staff/files/use-uploads.ts'
import ownClasses from './chargebacks.module.css'

/** The kinds in the order of the form. */
const kinds = namesOf(evidenceFiles)

/** The files that evidence names, each with its kind, in the order of the form. */
export const namedFiles = (
  { files: named = {} }: Evidence,
  files: readonly StoredFile[] = [],
): [EvidenceFile, StoredFile][] =>
  kinds.flatMap((kind) =>
    files.filter(({ id }) => id === named[kind]).map((file): [EvidenceFile, StoredFile] => [kind, file]),
  )

/**
 * The files of a draft and those that are being attached, each with its kind. What a colleague attaches meanwhile is added; what
 * was removed or moved here stays so.
 */
export function useEvidenceFiles(draft: Evidence, stored: readonly StoredFile[] | undefined) {
  const uploads = useUploads()
  const [moved, setMoved] = useState<Readonly<Record<string, EvidenceFile | null>>>({})
  const kept = namedFiles(draft, stored).filter(([, { id }]) => moved[id] !== null)
  const arrived = uploads.list.flatMap(({ file }) => file ?? [])
  // After a save an upload is in the draft, and for a moment in both.
  const added = arrived.filter(({ id }) => !kept.some(([, file]) => file.id === id))
  const chosen: { kind: EvidenceFile; file: StoredFile }[] = kept.map(([kind, file]) => ({
    kind: moved[file.id] ?? kind,
    file,
  }))
  for (const file of added) {
    const isFree = (kind: EvidenceFile) => !chosen.some((one) => one.kind === kind)
    const usual = isFree('uncategorized_file') ? 'uncategorized_file' : kinds.find(isFree)
    chosen.push({ kind: moved[file.id] ?? usual ?? 'uncategorized_file', file })
  }
  const files: Evidence['files'] = Object.fromEntries(chosen.map(({ kind, file }) => [kind, file.id]))
  return {
    uploads,
    chosen,
    files,
    /** All of them, for the preview. */
    all: chosen.map(({ file }) => file),
    dirty: kinds.some((kind) => files[kind] !== draft.files?.[kind]),
    whyNot:
      uploads.whyNot ??
      (Object.keys(files).length < chosen.length
        ? 'Two files are of the same kind.'
        : evidenceTooLarge(chosen.map(({ file }) => file))),
    move: (id: string, kind: EvidenceFile) => setMoved((now) => ({ ...now, [id]: kind })),
    remove: ({ id }: StoredFile) => {
      const one = uploads.list.find(({ file }) => file?.id === id)
      if (one) uploads.remove(one)
      else setMoved((now) => ({ ...now, [id]: null }))
    },
    /** They were saved with the draft. */
    saved: () => {
      uploads.sent(chosen.map(({ file }) => file.id))
      // What was moved meanwhile stays.
      setMoved((now) => Object.fromEntries(Object.entries(now).filter(([id, to]) => moved[id] !== to)))
    },
  }
}

/** Attaches files to the evidence, and says of which kind each is. */
export function EvidenceFiles({
  files: { uploads, chosen, whyNot, move, remove },
  readOnly,
}: {
  files: ReturnType<typeof useEvidenceFiles>
  readOnly: boolean
}) {
  if (readOnly) return <EvidenceFileList named={chosen.map(({ kind, file }) => [kind, file])} />
  return (
    <fieldset className={ownClasses.files} data-long>
      <legend>Files for the bank, at most 4.5 MB together: one of each kind</legend>
      {chosen.map(({ kind, file }) => (
        <div key={file.id} className={ownClasses.file}>
          <NativeSelect
            size="xs"
            aria-label={`Kind of ${file.name}`}
            value={kind}
            data={kinds.map((value) => ({ value, label: evidenceFiles[value] }))}
            onChange={(event) => move(file.id, event.currentTarget.value as EvidenceFile)}
          />
          <Files files={[file]} />
          <CloseButton size="sm" aria-label={`Remove ${file.name}`} onClick={() => remove(file)} />
        </div>
      ))}
      {chosen.length > 0 && whyNot && <p role="alert">{whyNot}</p>}
      <AttachFiles uploads={uploads} name="Files of the evidence" onlyComing />
    </fieldset>
  )
}

/** The files of evidence with their kinds. */
export const EvidenceFileList = ({ named }: { named: readonly [EvidenceFile, StoredFile][] }) => (
  <dl className={ownClasses.evidence}>
    {named.map(([kind, file]) => (
      <div key={file.id}>
        <dt>{evidenceFiles[kind]}</dt>
        <dd>
          <Files files={[file]} />
        </dd>
      </div>
    ))}
  </dl>
)
