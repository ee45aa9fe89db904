import { useState } from 'react'
import { Link } from 'wouter'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { findArticles, type Article } from './articles.ts'

/** Short articles, found by typing; a press opens one. */
export const ArticlesCard = () => {
  const [term, setTerm] = useState('')
  const found = findArticles(term.trim())
  return (
    <Card>
      <h2 id="articles" className="text-16 font-semibold">
        How it works
      </h2>
      <TextField
        label="Search help"
        labelHidden
        type="search"
        icon="search"
        placeholder="Search help"
        maxLength={80}
        clearable
        value={term}
        onValueChange={setTerm}
        className="mt-3"
      />
      <p role="status" className="sr-only">
        {term.trim() !== '' && `${found.length} found`}
      </p>
      {found.length === 0 && (
        <p className="mt-3 text-14 text-ink-soft">
          No article about that. Send us your question below.
        </p>
      )}
      <div className="mt-2 divide-y divide-line">
        {found.map((article) => (
          <ArticleRow key={article.id} article={article} />
        ))}
      </div>
    </Card>
  )
}

const ArticleRow = ({ article: { title, text, link } }: { article: Article }) => (
  <details className="group/article">
    <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 rounded-sm text-14 font-medium [&::-webkit-details-marker]:hidden">
      <span className="min-w-0 flex-1 py-1.5">{title}</span>
      <Icon
        name="chevron-down"
        size={16}
        className="shrink-0 text-ink-faint transition-transform group-open/article:rotate-180"
      />
    </summary>
    <div className="pb-3 text-14 text-ink-soft">
      <p className="max-w-text">{text}</p>
      {link && (
        <Link
          href={link.to}
          className="mt-1 inline-flex min-h-control items-center font-medium text-accent-strong hover:underline"
        >
          {link.label}
        </Link>
      )}
    </div>
  </details>
)
