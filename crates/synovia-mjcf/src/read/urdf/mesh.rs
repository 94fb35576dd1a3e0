//! `<mesh>`: a file with a scale.
//!
//! A mesh is named after its file, without directories and extension. The same name with a second scale is another mesh, with a number
//! appended to its name.

use super::Robot;
use crate::diag::SchemaError;
use crate::read::Reader;
use crate::read::tree::NodeRef;
use crate::spec::asset::Mesh;
use crate::{Attr, Span};

/// The name of a file without directories and extension.
fn stem(file: &str) -> &str {
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}

impl<'t> Reader<'_, '_, 't> {
    /// The name of the mesh that a geom uses; a new mesh is added to the assets.
    pub(super) fn mesh_of(&mut self, node: NodeRef<'t>, robot: &mut Robot<'t>) -> Attr<String> {
        let Some(attr) = node.attr("filename") else {
            self.error(node, SchemaError::MissingAttribute("filename"));
            return Attr::default();
        };
        let (file, span) = (attr.value().into_owned(), attr.span());
        let scale: Attr<[f64; 3]> = self.value(node, "scale");
        let (scale, scale_span) = (scale.or([1.0; 3]), scale_span(&scale, span));

        let base = stem(&file).to_owned();
        // QUIRK(urdf-mesh-name): files with the same name in different directories are one mesh
        let scales = robot.meshes.entry(base.clone()).or_default();
        if scales.contains(&scale) {
            // QUIRK(urdf-mesh-scale): a scale that was used before gets the mesh of the first scale
            return Attr::new(base, span);
        }
        let name = match scales.len() {
            0 => base,
            number => format!("{base}{number}"),
        };
        scales.push(scale);
        self.doc.meshes.push(Mesh {
            span: node.span(),
            name: Attr::new(name.clone(), span),
            file: Attr::new(file, span),
            scale: Attr::new(scale, scale_span),
            ..Mesh::default()
        });
        Attr::new(name, span)
    }
}

fn scale_span(scale: &Attr<[f64; 3]>, file: Span) -> Span {
    if scale.is_set() { scale.span() } else { file }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn a_mesh_is_called_as_its_file() {
        assert_eq!(stem("package://robot/meshes/Arm.v2.stl"), "Arm.v2");
        assert_eq!(stem("..\\arm.obj"), "arm");
        assert_eq!(stem("arm"), "arm");
    }
}
