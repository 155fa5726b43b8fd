import { nilPatterns } from '../facts/text/missing-values.ts';
import { plainLiteral } from '../rdf/n-quads.ts';

/**
 * The shapes that the shapes of all profiles refer to, in Turtle: which nodes are described
 * resources, what says something, and which things are of a kind (`CheckedRecord`). They avoid what
 * shacl-engine 1.1 has wrong: a parameter twice in a shape, `sh:qualifiedValueShape` at a value of
 * another property shape, and a shape of properties alone that is evaluated twice.
 */
export const sharedShapes = `
# Resources that a metadata record is about, and datasets that no other dataset refers to.
:DescribedResources a sh:SPARQLTarget ;
  sh:select """
    PREFIX schema: <http://schema.org/>
    PREFIX dcat: <http://www.w3.org/ns/dcat#>
    PREFIX foaf: <http://xmlns.com/foaf/0.1/>
    SELECT DISTINCT ?this WHERE {
      {
        VALUES ?class { schema:Dataset dcat:Dataset }
        ?this a ?class .
        FILTER NOT EXISTS {
          ?this a|schema:additionalType ?ownKind .
          FILTER regex(str(?ownKind), "CatalogRecord$|/(DataDownload|DigitalDocument)$")
        }
        MINUS {
          VALUES ?wholeClass { schema:Dataset dcat:Dataset }
          ?whole a ?wholeClass ; ?refers ?this .
          FILTER (?whole != ?this)
          FILTER (?refers NOT IN (schema:about, schema:isPartOf, foaf:primaryTopic))
        }
      } UNION {
        ?this ?says ?something ; schema:subjectOf|^schema:about|^foaf:primaryTopic ?record .
        ?record a|schema:additionalType ?kind .
        FILTER regex(str(?kind), "CatalogRecord$|/DigitalDocument$")
      }
    }
  """ .

# A value that says something.
:Stated a sh:NodeShape ;
  sh:or (
    [ sh:nodeKind sh:IRIOrLiteral ; sh:not :Nil ]
    [ sh:nodeKind sh:BlankNode ; sh:not :Unsaid ]
  ) .

# A value, or a nil, which says why there is none; but no placeholder of a template.
:StatedOrNil a sh:NodeShape ;
  sh:or (
    [ sh:nodeKind sh:IRIOrLiteral ; sh:pattern "\\\\S" ; sh:not :Placeholder ]
    [ sh:nodeKind sh:BlankNode ; sh:not :Unsaid ]
  ) .

:Nil a sh:NodeShape ;
  sh:nodeKind sh:IRIOrLiteral ;
  sh:or (
    [ sh:pattern ${plainLiteral(nilPatterns.anyCase)} ; sh:flags "i" ]
    [ sh:pattern ${plainLiteral(nilPatterns.exactCase)} ]
    :Placeholder
  ) .

:Placeholder a sh:NodeShape ;
  sh:nodeKind sh:IRIOrLiteral ;
  sh:or (
    [ sh:pattern ${plainLiteral(nilPatterns.template)} ]
    [ sh:hasValue rdf:nil ]
  ) .

# A node of which at most the classes are stated, and a node that only links a list.
:Unsaid a sh:NodeShape ;
  sh:closed true ;
  sh:ignoredProperties ( rdf:type rdf:first rdf:rest ) .

# A node that is described.
:Thing a sh:NodeShape ;
  sh:not [ sh:closed true ; sh:ignoredProperties ( rdf:first rdf:rest ) ] .

:MetadataRecord a sh:NodeShape ;
  sh:or (
    [ sh:not [ sh:property [ sh:path rdf:type ; sh:not :KindOfRecord ] ] ]
    [ sh:not [ sh:property [ sh:path schema:additionalType ; sh:not :KindOfRecord ] ] ]
  ) .

:KindOfRecord a sh:NodeShape ;
  sh:nodeKind sh:IRIOrLiteral ;
  sh:pattern "CatalogRecord$|/DigitalDocument$" .

# A person or organisation; a Role leads to one.
:Agent a sh:NodeShape ;
  sh:node :Thing ;
  sh:not :Role .

:Role a sh:NodeShape ;
  sh:or (
    [ sh:class schema:Role ]
    [ sh:class schema:LinkRole ]
    [ sh:class schema:OrganizationRole ]
    [ sh:class schema:PerformanceRole ]
    [ sh:property [ sh:path schema:roleName ; sh:minCount 1 ] ]
    [ sh:property [ sh:path schema:namedPosition ; sh:minCount 1 ] ]
  ) .

:Term a sh:NodeShape ;
  sh:or (
    [ sh:class schema:DefinedTerm ]
    [ sh:class schema:CategoryCode ]
    [ sh:class skos:Concept ]
  ) ;
  sh:not [ sh:class schema:PropertyValue ] .
`;
