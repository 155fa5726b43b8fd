import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import { Layout } from '../../parts/layout.tsx';
import { sitePath } from '../../site.ts';

/** The answer where no source of the catalogue has the name of the address. */
export function noSourceAnswer({ site, state, parts }: PageRequest): Answer {
  return htmlAnswer(
    <Layout site={site} state={state} title="No such source" section="/sources" kind="states">
      <section class="empty fault">
        <h1>There is no such source</h1>
        <p>
          Nothing in the catalogue is of a source <bdi>{parts['name']}</bdi>. See{' '}
          <a href={sitePath(site, '/sources')}>all sources</a>.
        </p>
      </section>
    </Layout>,
    { status: 404 },
  );
}
