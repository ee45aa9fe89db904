/** The words nothing was made of, always in sight where there are any. */
export const NotUnderstood = ({ words }: { words: readonly string[] }) =>
  words.length > 0 && (
    <p className="rounded-sm bg-warn-soft px-2 py-1.5 text-13 wrap-anywhere text-warn">
      <span className="font-medium">Not understood: </span>
      {words.map((word) => `‘${word}’`).join(', ')}
    </p>
  )
