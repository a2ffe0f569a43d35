import { aroundChanges, diffLines } from '../format/diff.ts'
import classes from './Diff.module.css'
import { ScrollBox } from './ScrollBox.tsx'

interface DiffProps {
  /** The compared field, such as 'Subject'. */
  label: string
  left: string
  right: string
  /** The names of the two sides. */
  sides: readonly [string, string]
}

/** Two texts side by side. A sign marks each difference, as well as a colour. */
export function Diff({ label, left, right, sides }: DiffProps) {
  const lines = aroundChanges(diffLines(left, right))
  return (
    <ScrollBox className={classes.box} label={`${label}: differences`}>
      <table className={classes.table}>
        <caption>{label}</caption>
        <thead>
          <tr>
            {sides.map((side) => (
              <th key={side} scope="col">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) =>
            typeof line === 'number' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of two texts do not move
              <tr key={at}>
                <td colSpan={2} className={classes.gap}>
                  {line === 1 ? '1 equal line' : `${line} equal lines`}
                </td>
              </tr>
            ) : (
              <tr key={`line ${line.at}`} data-changed={line.left !== line.right || undefined}>
                <td>{line.left !== line.right && line.left !== null ? <del>{line.left}</del> : line.left}</td>
                <td>
                  {line.left !== line.right && line.right !== null ? <ins>{line.right}</ins> : line.right}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </ScrollBox>
  )
}
