import { citationText } from '../../../export/citation/citation-text.ts';
import type { PlaceFacts, TimeFacts } from '../../../model/search-facts.ts';
import { PlaceMap, TimeStrip } from '../../parts/place-map.tsx';
import { sitePath } from '../../site.ts';
import { pathOf } from './subject-address.ts';
import { workOf } from './subject-forms.ts';
import { saidOf } from './subject.ts';
import type { SubjectView } from './view.ts';

/** Where and when it is about, and how to cite it. */
export function Side({ view }: { readonly view: SubjectView }) {
  const { site, subject } = view;
  const places = saidOf(subject, (details) => drawn(details.places))?.value;
  const times = saidOf(subject, (details) => counted(details.times))?.value;
  return (
    <aside class="side" aria-label="Place, time and citation">
      {places === undefined ? null : (
        <section class="place-section" aria-labelledby="place-title">
          <h2 id="place-title" class="unseen">
            Place
          </h2>
          <PlaceMap site={site} places={places} />
        </section>
      )}
      {times === undefined ? null : (
        <section class="time-section" aria-labelledby="time-title">
          <h2 id="time-title">Time</h2>
          <TimeStrip times={times} />
        </section>
      )}
      <Cite view={view} />
    </aside>
  );
}

function drawn(places: PlaceFacts | undefined): PlaceFacts | undefined {
  return places !== undefined && places.boxes.length > 0 ? places : undefined;
}

function counted(times: TimeFacts | undefined): TimeFacts | undefined {
  return times !== undefined && times.periods.length + times.ages.length > 0 ? times : undefined;
}

function Cite({ view: { site, subject, languages } }: { readonly view: SubjectView }) {
  const { before, title, after } = citationText(workOf(site, subject, languages));
  const path = (form: 'bib' | 'ris'): string => sitePath(site, pathOf(subject, form));
  return (
    <section id="cite" class="citing" aria-labelledby="cite-title">
      <h2 id="cite-title">Cite</h2>
      <p class="citation">
        <bdi id="citation">
          {before}
          <cite>{title}</cite>
          {after}
        </bdi>
      </p>
      <p class="actions">
        <a href={path('bib')}>BibTeX</a>
        <a href={path('ris')}>RIS</a>
        <button type="button" class="quiet with-script" data-copy="citation">
          Copy
        </button>
      </p>
    </section>
  );
}
