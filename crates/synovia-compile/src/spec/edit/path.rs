//! Step-by-step construction by programs: tendon paths, mesh shapes.

use synovia_mjcf::spec::relation;
use synovia_mjcf::spec::relation::{TendonKind, Wrap};
use synovia_model::enums::MeshBuiltin;

use crate::spec::arena::Id;
use crate::spec::edit::EditError;
use crate::spec::store::Spec;

impl Spec {
    /// The path of a tendon: kind (`site`, `geom`, `pulley`, `joint`), name, side site, divisor or coefficient.
    pub fn wraps(&self, tendon: usize) -> Vec<(&'static str, String, String, f64)> {
        let text = |attr: &synovia_mjcf::Attr<String>| attr.text().to_owned();
        let tendon = self.tendons.get(Id::new(tendon));
        let path = tendon.map_or(&[][..], |loose| loose.el.path.as_slice());
        let wraps = path.iter().map(|wrap| match wrap {
            Wrap::Site(el) => ("site", text(&el.site), String::new(), 0.0),
            Wrap::Geom(el) => ("geom", text(&el.geom), text(&el.sidesite), 0.0),
            Wrap::Pulley(el) => ("pulley", String::new(), String::new(), el.values().divisor),
            Wrap::Joint(el) => ("joint", text(&el.joint), String::new(), el.values().coef),
        });
        wraps.collect()
    }

    /// Appends an element to the path of a tendon, see [`Spec::wraps`]; returns its index.
    pub fn add_wrap(
        &mut self,
        tendon: usize,
        kind: &str,
        name: &str,
        side: &str,
        number: f64,
    ) -> Result<usize, EditError> {
        let loose = self.tendons.get_mut(Id::new(tendon));
        let el = &mut loose.ok_or(EditError::Unknown("tendon"))?.el;
        let mut joint = false;
        let wrap = match kind {
            "site" => {
                let mut wrap = relation::WrapSite::default();
                wrap.site.set(name.to_owned());
                Wrap::Site(wrap)
            }
            "geom" => {
                let mut wrap = relation::WrapGeom::default();
                wrap.geom.set(name.to_owned());
                if !side.is_empty() {
                    wrap.sidesite.set(side.to_owned());
                }
                Wrap::Geom(wrap)
            }
            "pulley" => {
                let mut wrap = relation::WrapPulley::default();
                wrap.divisor.set(number);
                Wrap::Pulley(wrap)
            }
            "joint" => {
                joint = true;
                let mut wrap = relation::WrapJoint::default();
                wrap.joint.set(name.to_owned());
                wrap.coef.set(number);
                Wrap::Joint(wrap)
            }
            _ => return Err(EditError::Unknown("kind of path")),
        };
        if el.path.is_empty() {
            el.kind = if joint {
                TendonKind::Fixed
            } else {
                TendonKind::Spatial
            };
        }
        el.path.push(wrap);
        Ok(el.path.len() - 1)
    }

    /// Sets a mesh to one of the built-in shapes, by its number in the reference.
    pub fn make_mesh(
        &mut self,
        mesh: usize,
        shape: i32,
        numbers: Vec<f64>,
    ) -> Result<(), EditError> {
        let loose = self.meshes.get_mut(Id::new(mesh));
        let el = &mut loose.ok_or(EditError::Unknown("mesh"))?.el;
        let shape = MeshBuiltin::from_i32(shape).ok_or(EditError::Unknown("built-in shape"))?;
        el.builtin.set(shape);
        el.params.set(numbers);
        Ok(())
    }
}
